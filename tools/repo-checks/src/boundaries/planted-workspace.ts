/**
 * A copy of the workspace with all of its settings and none of its sources, into which imports are planted.
 * The rules are tried on it through nx, as lint runs: called bare, the boundary rule finds no project graph,
 * switches itself off and eslint ends with 0.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { finish } from '../workspace/finish.js';
import { workspacePackages } from '../workspace/workspace-packages.js';
import { workspaceRoot } from '../workspace/workspace-root.js';

const ROOT_FILES = ['package.json', 'package-lock.json', 'nx.json', 'eslint.config.mjs', 'tsconfig.json', 'tsconfig.base.json'];
const PACKAGE_FILES = ['package.json', 'eslint.config.mjs', 'tsconfig.json', 'tsconfig.lib.json', 'tsconfig.spec.json'];
/** What lint itself loads, as it was built: the rule about APIs is of this repository. */
const LINT_RULES = 'tools/nx-plugin/dist/eslint';
const REPORT = 'lint-report.json';
const LINT_DEADLINE_MS = 150_000;

/** A complaint of lint about one file. */
export interface Complaint {
  readonly rule: string;
  readonly message: string;
}

/** What lint said about the planted files. */
export interface LintOutcome {
  readonly exitCode: number | null;
  readonly output: string;
  /** By path from the workspace, for each file that lint looked at. */
  readonly complaints: ReadonlyMap<string, readonly Complaint[]>;
}

/** The copy; `remove` takes it away. */
export class PlantedWorkspace {
  private constructor(private readonly folder: string) {}

  static create(): PlantedWorkspace {
    const folder = mkdtempSync(join(tmpdir(), 'kcp-runtime-boundaries-'));
    for (const file of ROOT_FILES) cpSync(join(workspaceRoot, file), join(folder, file));
    for (const { folder: at } of workspacePackages()) copyPackage(folder, at);
    cpSync(join(workspaceRoot, LINT_RULES), join(folder, LINT_RULES), { recursive: true });
    linkModules(folder);
    return new PlantedWorkspace(folder);
  }

  /** Writes a source file into the copy. */
  plant(file: string, source: string): void {
    mkdirSync(join(this.folder, dirname(file)), { recursive: true });
    writeFileSync(join(this.folder, file), source);
  }

  /** Lints these projects of the copy in one run of nx. */
  async lint(projects: readonly string[]): Promise<LintOutcome> {
    const nx = join(this.folder, 'node_modules', '.bin', 'nx');
    const asked = ['run-many', '-t', 'lint', '-p', projects.join(','), '--output-style=static', '--skip-nx-cache', '--exclude-task-dependencies', '--format=json', `--output-file=${REPORT}`];
    const { code, stdout, stderr } = await finish(process.execPath, [nx, ...asked], { cwd: this.folder, deadlineMs: LINT_DEADLINE_MS });
    return { exitCode: code, output: stdout + stderr, complaints: this.readReports() };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private readReports(): Map<string, readonly Complaint[]> {
    const reports = workspacePackages().map(({ folder }) => join(this.folder, folder, REPORT));
    const files = reports.filter((report) => existsSync(report)).flatMap((report) => JSON.parse(readFileSync(report, 'utf8')) as EslintResult[]);
    return new Map(
      files.map(({ filePath, messages }) => [
        filePath.slice(filePath.indexOf(this.folder) + this.folder.length + 1),
        messages.map(({ ruleId, message }) => ({ rule: ruleId ?? 'not linted', message })),
      ]),
    );
  }
}

interface EslintResult {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly message: string }[];
}

function copyPackage(to: string, at: string): void {
  mkdirSync(join(to, at, 'src'), { recursive: true });
  for (const file of PACKAGE_FILES) cpSync(join(workspaceRoot, at, file), join(to, at, file));
  writeFileSync(join(to, at, 'src', 'index.ts'), 'export {};\n');
}

/** Everything that is installed, by links; only our own packages are those of the copy. */
function linkModules(to: string): void {
  const installed = join(workspaceRoot, 'node_modules');
  const modules = join(to, 'node_modules');
  mkdirSync(join(modules, '@kcp-runtime'), { recursive: true });
  for (const entry of readdirSync(installed)) if (entry !== '@kcp-runtime') symlinkSync(join(installed, entry), join(modules, entry));
  for (const { name, folder } of workspacePackages()) symlinkSync(join(to, folder), join(modules, name));
}
