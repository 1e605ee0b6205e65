/** The variables of a container: written down, or taken from the Pod, from a Secret or from a ConfigMap. */
import { dig } from '../../admin/raw-client.js';
import type { RawBody, RawClient } from '../../admin/raw-client.js';
import { pathIn, read, refOf } from '../follow/object-writes.js';

/** A container cannot be started yet: what a variable is taken from is not there. */
export class VariableSourceMissing extends Error {
  override readonly name = 'VariableSourceMissing';

  constructor(variable: string, source: string) {
    super(`Variable ${variable} is taken from ${source}, which is not there.`);
  }
}

/** Fills in all variables of a container. @throws VariableSourceMissing */
export async function containerEnv(client: RawClient, pod: RawBody, container: RawBody): Promise<Record<string, string>> {
  const variables = (container['env'] ?? []) as RawBody[];
  const env: Record<string, string> = {};
  for (const variable of variables) env[String(variable['name'])] = await valueOf(client, pod, variable);
  return env;
}

/** Command and arguments with `$(NAME)` filled in, as Kubernetes does. */
export function containerArgs(container: RawBody, env: Readonly<Record<string, string>>): string[] {
  const words = [...((container['command'] ?? []) as string[]), ...((container['args'] ?? []) as string[])];
  return words.map((word) => word.replaceAll(/\$\((\w+)\)/g, (whole, name: string) => env[name] ?? whole));
}

async function valueOf(client: RawClient, pod: RawBody, variable: RawBody): Promise<string> {
  const field = dig(variable, 'valueFrom', 'fieldRef', 'fieldPath');
  if (field !== undefined) return String(dig(pod, ...String(field).split('.')) ?? '');
  const secret = dig(variable, 'valueFrom', 'secretKeyRef') as Keyed | undefined;
  if (secret !== undefined) return Buffer.from(await keyed(client, pod, variable, 'secrets', secret), 'base64').toString('utf8');
  const configMap = dig(variable, 'valueFrom', 'configMapKeyRef') as Keyed | undefined;
  if (configMap !== undefined) return keyed(client, pod, variable, 'configmaps', configMap);
  return String(variable['value'] ?? '');
}

interface Keyed {
  readonly name: string;
  readonly key: string;
}

async function keyed(client: RawClient, pod: RawBody, variable: RawBody, plural: 'secrets' | 'configmaps', { name, key }: Keyed): Promise<string> {
  const path = pathIn('/api/v1', plural, { namespace: refOf(pod).namespace, name });
  const value = dig(await read(client, path), 'data', key);
  if (typeof value !== 'string') throw new VariableSourceMissing(String(variable['name']), `${path}, key ${key}`);
  return value;
}
