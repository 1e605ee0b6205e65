import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorCode } from '../resource/error-code.js';
import { KubeconfigRefused } from './kubeconfig-refused.js';

/** One mapping within a kubeconfig. It knows where it stands, so that every complaint names the field. */
export class KubeconfigEntry {
  constructor(
    readonly source: string,
    /** Such as `users[provider].user`; empty for the whole file. */
    readonly path: string,
    readonly values: Readonly<Record<string, unknown>>,
  ) {}

  has(key: string): boolean {
    return this.values[key] !== undefined && this.values[key] !== null && this.values[key] !== false && this.values[key] !== '';
  }

  /** A field that is a string when it is there. An empty one counts as absent, as kubectl has it. */
  text(key: string): string | undefined {
    if (!this.has(key)) return undefined;
    const value = this.values[key];
    return typeof value === 'string' ? value : this.refuse(key, 'is not a string', 'Write it in quotes.');
  }

  requiredText(key: string): string {
    return this.text(key) ?? this.refuse(key, 'is missing', 'Add it.');
  }

  /** The entry called `name` in a list of `{ name, <inner>: … }`. */
  named(list: string, name: string, inner: string): KubeconfigEntry {
    const items = Array.isArray(this.values[list]) ? this.values[list] : this.refuse(list, 'is not a list', `Add the ${inner} "${name}" to it.`);
    const item: unknown = items.find((candidate: unknown) => isMapping(candidate) && candidate['name'] === name);
    const where = `${list}[${name}]`;
    if (!isMapping(item)) this.refuse(where, 'is missing', `The current context names it: add it, or correct the name.`);
    const values = item[inner];
    if (!isMapping(values)) this.refuse(`${where}.${inner}`, 'is missing', 'Add it.');
    return new KubeconfigEntry(this.source, `${where}.${inner}`, values);
  }

  /** What a `…-data` field holds, decoded. */
  decoded(key: string): string | undefined {
    const value = this.text(key)?.replace(/\s+/g, '');
    if (value === undefined) return undefined;
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) this.refuse(key, 'is not base64', 'Encode the PEM file with base64.');
    return Buffer.from(value, 'base64').toString('utf8');
  }

  /** The path that a field names; a relative one starts at the kubeconfig's own folder. */
  filePath(key: string): string | undefined {
    const path = this.text(key);
    return path === undefined ? undefined : resolve(dirname(this.source), path);
  }

  /** What the file holds that a field names. */
  fileContent(key: string): string | undefined {
    const path = this.filePath(key);
    if (path === undefined) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      return this.refuse(key, `names a file that can not be read (${errorCode(error) ?? 'unknown'})`, `Look at ${path}.`);
    }
  }

  refuse(key: string, why: string, nextStep: string): never {
    throw new KubeconfigRefused(this.source, this.path === '' ? key : `${this.path}.${key}`, why, nextStep);
  }
}

/** A YAML mapping, as opposed to a list, a scalar or nothing. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
