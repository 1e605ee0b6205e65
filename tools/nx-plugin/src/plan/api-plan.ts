/** What is written for one API: the words that its files are made of. */
import { names } from '@nx/devkit';
import { OptionRefused } from './option-refused.js';
import { rightsText } from './right-words.js';
import type { RightCall } from './right-words.js';
import { fieldOf } from './spec-words.js';

/** Which orders get a workload cluster. */
export type Workload = 'never' | 'sometimes' | 'always';

/** What a ProviderConfig may name. */
export type ReferenceKind = 'Secret' | 'ConfigMap';

/** What somebody wants of an API. */
export interface ApiWish {
  readonly kind: string;
  readonly group: string;
  readonly workload: Workload;
  readonly customer: readonly RightCall[];
  readonly worker: readonly RightCall[];
  readonly references: readonly ReferenceKind[];
  readonly instances: 'one' | 'many';
  /** Whether it is the first of its provider; all others name a controller of their own. */
  readonly place: 'first' | 'further';
}

/** The words of its files. */
export interface ApiPlan extends ApiWish {
  /** `large-database` for the kind `LargeDatabase`. */
  readonly kindFile: string;
  /** Name of the constant that holds the offer: `largeDatabases`. */
  readonly offer: string;
  /** What the offer's file takes from the runtime. */
  readonly offerImports: string;
  /** The properties of the offer, a line each. */
  readonly offerLines: readonly string[];
  /** Whether the sample handler has something to put on the tenant's side. */
  readonly appliesSecret: boolean;
}

/** @throws OptionRefused for a kind that no server would take */
export function planApi(wish: ApiWish, configClass: string): ApiPlan {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(wish.kind)) throw new OptionRefused('api', wish.kind, 'a kind such as Database');
  const { fileName, propertyName } = names(wish.kind);
  return {
    ...wish,
    kindFile: fileName,
    offer: plural(propertyName),
    offerImports: ['defineOffer', ...usesOf(wish)].sort().join(', '),
    offerLines: offerLines(wish, configClass, fileName),
    appliesSecret: wish.customer.some(({ use, group, resource }) => use === 'manages' && group === '' && resource === 'secrets'),
  };
}

function usesOf({ customer, worker, workload }: ApiWish): readonly string[] {
  const uses = new Set([...customer, ...worker].map(({ use }) => use));
  return workload === 'never' ? [...uses] : [...uses.add('manages')];
}

function offerLines({ customer, worker, workload, instances, references, place }: ApiWish, configClass: string, fileName: string): readonly string[] {
  return [
    `config: ${configClass},`,
    ...(customer.length > 0 ? [`customer: ${rightsText(customer)},`] : []),
    ...(worker.length > 0 ? [`worker: ${rightsText(worker)},`] : []),
    ...workloadLines(workload),
    ...(instances === 'many' ? ["instances: 'many',"] : []),
    ...(references.length > 0 ? [`references: ({ config }) => [${references.map(referenceText).join(', ')}],`] : []),
    ...(place === 'further' ? [`controller: '${fileName}',`] : []),
  ];
}

function workloadLines(workload: Workload): readonly string[] {
  const rights = "workloadRights: [manages('', 'configmaps')],";
  switch (workload) {
    case 'never':
      return [];
    case 'sometimes':
      return ["workload: ({ spec }) => spec.plan === 'dedicated',", rights];
    case 'always':
      return ["workload: 'always',", rights];
  }
}

function referenceText(kind: ReferenceKind): string {
  return `{ kind: '${kind}', name: config.${fieldOf(kind)} }`;
}

function plural(word: string): string {
  if (/(s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}
