/** From what was asked for to the words that the files of a provider are made of. Every default is chosen here. */
import { joinPathFragments, names, offsetFromRoot, readJson } from '@nx/devkit';
import type { Tree } from '@nx/devkit';
import { planApi } from './api-plan.js';
import type { ApiPlan, ReferenceKind, Workload } from './api-plan.js';
import { OptionRefused } from './option-refused.js';
import { readRight } from './right-words.js';

/** Where a provider is ordered. */
export type Mode = 'standard' | 'kcp';

/** The options of `nx g @kcp-runtime/nx:provider`; `--dry-run`, as with every generator, is Nx's own. */
export interface ProviderSchema {
  readonly name: string;
  readonly api?: string;
  readonly group?: string;
  readonly workload?: Workload;
  readonly customer?: readonly string[];
  readonly worker?: readonly string[];
  readonly references?: readonly ReferenceKind[];
  readonly instances?: 'one' | 'many';
  readonly modes?: readonly Mode[];
  readonly directory?: string;
}

/** What the names of a provider lead to, for each generator that works on it. */
export interface ProviderNames {
  readonly name: string;
  readonly project: string;
  readonly folder: string;
  readonly configClass: string;
}

/** The words of its files. */
export interface ProviderPlan extends ProviderNames, ApiPlan {
  readonly packageName: string;
  readonly endToEndFolder: string;
  /** From the project's folder up to the workspace, with a slash at its end. */
  readonly offset: string;
  /** Under which condition the workspace's own projects are read from their sources, where it has one. */
  readonly sourceCondition: string | undefined;
  /** Name of the constant that holds the provider. */
  readonly provider: string;
  readonly modes: readonly Mode[];
  /** What the specs of the app need around it: a kcp, or a whole openMCP platform. */
  readonly stage: 'kcp' | 'platform';
  /** Whether some of its stories are played on an openMCP platform. */
  readonly needsOpenMcp: boolean;
}

/** @throws OptionRefused */
export function planProvider(tree: Tree, schema: ProviderSchema): ProviderPlan {
  const own = providerNames(schema.name, schema.directory);
  const api = planApi(apiWish(schema), own.configClass);
  const modes = schema.modes ?? ['standard', 'kcp'];
  const constant = names(own.name).propertyName;
  return {
    ...own,
    ...api,
    packageName: `${scopeOf(tree)}${own.project}`,
    endToEndFolder: `${own.folder}-e2e`,
    offset: offsetFromRoot(own.folder),
    sourceCondition: sourceConditionOf(tree),
    provider: constant === api.offer ? `${constant}Provider` : constant,
    modes,
    stage: modes.includes('kcp') && api.workload !== 'always' ? 'kcp' : 'platform',
    needsOpenMcp: modes.includes('standard') || api.workload === 'always',
  };
}

/** @throws OptionRefused for a name that is no DNS label */
export function providerNames(given: string, directory = 'apps'): ProviderNames {
  const name = given.replace(/-provider$/, '');
  if (!/^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$/.test(name)) throw new OptionRefused('name', given, 'a name of small letters, digits and dashes, such as postgres');
  const project = `${name}-provider`;
  return { name, project, folder: joinPathFragments(directory, project), configClass: `${names(name).className}Config` };
}

/** API group where none is named. */
export function groupOf(name: string): string {
  return `${name}.services.open-control-plane.io`;
}

function apiWish(schema: ProviderSchema) {
  const { name, customer = ['secrets'], worker = [], references = [], workload = 'never', instances = 'one' } = schema;
  const bare = name.replace(/-provider$/, '');
  return {
    kind: schema.api ?? names(bare).className,
    group: schema.group ?? groupOf(bare),
    workload,
    customer: customer.map((words) => readRight('customer', words)),
    worker: worker.map((words) => readRight('worker', words)),
    references,
    instances,
    place: 'first' as const,
  };
}

/** What Nx writes into the tsconfig.base.json of a workspace of packages: `@acme/source`. */
function sourceConditionOf(tree: Tree): string | undefined {
  const file = 'tsconfig.base.json';
  const { compilerOptions = {} } = tree.exists(file) ? readJson<{ compilerOptions?: { customConditions?: readonly string[] } }>(tree, file) : {};
  return compilerOptions.customConditions?.[0];
}

/** `@acme/` in the workspace `@acme/source` or `acme`; nothing where the workspace has no name. */
function scopeOf(tree: Tree): string {
  const { name = '' } = tree.exists('package.json') ? readJson<{ name?: string }>(tree, 'package.json') : {};
  const [, scope] = /^@?([a-z0-9][a-z0-9-]*)/.exec(name) ?? [];
  return scope === undefined ? '' : `@${scope}/`;
}
