import { OptionRefused } from './option-refused.js';

const RIGHT = /^(?:(reads|manages):)?(?:([a-z0-9.-]+)\/)?([a-z0-9]+)$/;

/** A right as the author of a provider writes it: `manages('apps', 'deployments')`. */
export interface RightCall {
  readonly use: 'manages' | 'reads';
  readonly group: string;
  readonly resource: string;
}

/** Reads `secrets`, `apps/deployments` or `reads:configmaps`. @throws OptionRefused */
export function readRight(option: string, words: string): RightCall {
  const [matched, use = 'manages', group = '', resource = ''] = RIGHT.exec(words) ?? [];
  if (matched === undefined) throw new OptionRefused(option, words, 'a resource such as secrets, apps/deployments or reads:configmaps');
  return { use: use as RightCall['use'], group, resource };
}

/** The source text of some rights. */
export function rightsText(rights: readonly RightCall[]): string {
  return `[${rights.map(({ use, group, resource }) => `${use}('${group}', '${resource}')`).join(', ')}]`;
}
