import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Env } from '@kcp-runtime/testing';

const run = promisify(execFile);

/** The kubectl of this machine with a kubeconfig and a cache of its own: nothing of its user's set-up takes part. */
export class Kubectl {
  private constructor(
    private readonly file: string,
    private readonly folder: string,
  ) {}

  /** The path of kubectl, or `undefined` where there is none. */
  static find(env: Env): string | undefined {
    return (env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, 'kubectl'))
      .find(isExecutable);
  }

  /** Prepares one; its owner calls {@link Kubectl.clean}. */
  static async with(file: string, kubeconfig: string): Promise<Kubectl> {
    const folder = await mkdtemp(join(tmpdir(), 'kubectl-'));
    await writeFile(join(folder, 'kubeconfig'), kubeconfig, { mode: 0o600 });
    return new Kubectl(file, folder);
  }

  /**
   * Runs one command and returns what it printed.
   * @throws with what it complained of, when its exit code is not 0
   */
  async run(...args: readonly string[]): Promise<string> {
    const { stdout } = await run(this.file, [...args], {
      env: { HOME: this.folder, KUBECONFIG: join(this.folder, 'kubeconfig'), KUBECACHEDIR: join(this.folder, 'cache') },
      timeout: 60_000,
    });
    return stdout;
  }

  /** Applies objects, as `kubectl apply -f` does. */
  async apply(...objects: readonly unknown[]): Promise<string> {
    const manifest = join(this.folder, 'manifest.json');
    await writeFile(manifest, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
    return this.run('apply', '-f', manifest);
  }

  async clean(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
