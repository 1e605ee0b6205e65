import type { ApiNames } from '../api-class/api-decorators.js';
import type { SchemaMistake } from './schema-mistakes.js';

const label = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;
const groupName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/;
const versionName = /^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/;
const kindName = /^[A-Z][A-Za-z0-9]{0,62}$/;

/** The kind's English plural in lower case. */
export function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (/(s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** What no server would take of an API's names. */
export function namesMistakes(where: string, names: ApiNames): SchemaMistake[] {
  const mistakes: SchemaMistake[] = [];
  const check = (isRight: boolean, message: string): void => void (isRight || mistakes.push({ where, message }));
  check(groupName.test(names.group), `the group ${names.group} must be a domain name with a dot, such as postgres.example.org`);
  check(versionName.test(names.version), `the version ${names.version} must look like v1, v1beta1 or v1alpha1`);
  check(kindName.test(names.kind), `the kind ${names.kind} must be letters and digits and begin with a capital letter`);
  for (const word of [names.plural, names.singular, ...(names.shortNames ?? []), ...(names.categories ?? [])]) {
    check(word === undefined || label.test(word), `the name ${word} must be lower case letters, digits and hyphens, and begin with a letter`);
  }
  return mistakes;
}
