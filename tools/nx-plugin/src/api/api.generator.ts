import { generateFiles } from '@nx/devkit';
import type { Tree } from '@nx/devkit';
import { planApi } from '../plan/api-plan.js';
import { groupOf, providerNames } from '../plan/provider-plan.js';
import type { ProviderNames } from '../plan/provider-plan.js';
import { readRight } from '../plan/right-words.js';
import { templates } from '../workspace/templates.js';
import { addToSource } from './add-to-source.js';

/** The options of `nx g @kcp-runtime/nx:api`. */
export interface ApiSchema {
  readonly kind: string;
  readonly provider: string;
  readonly group?: string;
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

/** @throws ProviderMissing, ApiExists, OptionRefused or SourceNotUnderstood before anything is written */
export default function api(tree: Tree, schema: ApiSchema): void {
  const own = providerNames(schema.provider, schema.directory);
  const main = `${own.folder}/src/${own.name}.provider.ts`;
  if (!tree.exists(main)) throw new ProviderMissing(own);
  const plan = planApi(wishOf(schema, own), own.configClass);
  const file = `${own.folder}/src/api/${plan.kindFile}.ts`;
  if (tree.exists(file)) throw new ApiExists(file);
  addToSource(tree, { file: main, list: 'offers', element: plan.offer, from: `./${plan.kindFile}.offer.js` });
  addToSource(tree, { file: `${own.folder}/src/app.module.ts`, list: 'providers', element: `${plan.kind}Handler`, from: `./${plan.kindFile}.handler.js` });
  generateFiles(tree, templates('api'), `${own.folder}/src`, { ...own, ...plan });
}

function wishOf({ kind, group, customer = ['secrets'], instances = 'one' }: ApiSchema, { name }: ProviderNames) {
  const rights = customer.map((words) => readRight('customer', words));
  return { kind, group: group ?? groupOf(name), workload: 'never' as const, customer: rights, worker: [], references: [], instances, place: 'further' as const };
}
