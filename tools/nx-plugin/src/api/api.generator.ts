import { generateFiles } from '@nx/devkit';
import type { Tree } from '@nx/devkit';
import { planApi } from '../plan/api-plan.js';
import { providerNames } from '../plan/provider-plan.js';
import type { ProviderNames } from '../plan/provider-plan.js';
import { readRight } from '../plan/right-words.js';
import { templates } from '../workspace/templates.js';
import { addToSource } from './add-to-source.js';

/** The options of `nx g @kcp-runtime/nx:api`. */
export interface ApiSchema {
  readonly kind: string;
  readonly provider: string;
  readonly customer?: readonly string[];
  readonly instances?: 'one' | 'many';
  readonly directory?: string;
}

/** There is nothing to add an API to. */
export class ProviderMissing extends Error {
  override readonly name = 'ProviderMissing';
  constructor({ name, folder }: ProviderNames) {
    super(`There is no provider in ${folder}. Make it first: nx g @kcp-runtime/nx:provider ${name}`);
  }
}

/** An API of that kind is there already, and what stands in it is its author's. */
export class ApiExists extends Error {
  override readonly name = 'ApiExists';
  constructor(file: string) {
    super(`${file} is there already. Choose another kind, or remove it first.`);
  }
}

/** The group of a provider, which all of its APIs share, does not stand where the provider generator writes it. */
export class GroupNotFound extends Error {
  override readonly name = 'GroupNotFound';
  constructor(file: string) {
    super(`${file} names no group: '…' in @ProviderConfigApi. Write it there as a literal: every API of a provider is of that group.`);
  }
}

/** @throws ProviderMissing, GroupNotFound, ApiExists, OptionRefused or SourceNotUnderstood before anything is written */
export default function api(tree: Tree, schema: ApiSchema): void {
  const own = providerNames(schema.provider, schema.directory);
  const main = `${own.folder}/src/${own.name}.provider.ts`;
  if (!tree.exists(main)) throw new ProviderMissing(own);
  const plan = planApi(wishOf(schema, groupAt(tree, own)), own.configClass);
  const file = `${own.folder}/src/api/${plan.kindFile}.ts`;
  if (tree.exists(file)) throw new ApiExists(file);
  addToSource(tree, { file: main, list: 'offers', element: plan.offer, from: `./${plan.kindFile}.offer.js` });
  addToSource(tree, { file: `${own.folder}/src/app.module.ts`, list: 'providers', element: `${plan.kind}Handler`, from: `./${plan.kindFile}.handler.js` });
  generateFiles(tree, templates('api'), `${own.folder}/src`, { ...own, ...plan });
}

/** Export, finalizer and identity come from the group, so that the runtime refuses a provider of two. */
function groupAt(tree: Tree, { name, folder }: ProviderNames): string {
  const file = `${folder}/src/config/${name}-config.ts`;
  const [, group] = /@ProviderConfigApi\(\{[^}]*\bgroup: '([^']+)'/.exec(tree.exists(file) ? (tree.read(file, 'utf8') ?? '') : '') ?? [];
  if (group === undefined) throw new GroupNotFound(file);
  return group;
}

function wishOf({ kind, customer = ['secrets'], instances = 'one' }: ApiSchema, group: string) {
  const rights = customer.map((words) => readRight('customer', words));
  return { kind, group, workload: 'never' as const, customer: rights, worker: [], references: [], instances, place: 'further' as const };
}
