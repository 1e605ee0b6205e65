import type { ClassOf } from '../api-class/class-of.js';
import type { ProviderConfigObjectClass } from '../api-class/provider-config-object.js';
import { configSettings } from '../provider-config/provider-config-settings.js';
import type { ProviderConfigSettings, ProviderMode } from '../provider-config/provider-config-settings.js';
import { readClass } from '../reader/class-reader.js';
import type { ObjectShape } from '../reader/property-tree.js';
import type { Checked } from '../plain/problem.js';
import { isPlain } from '../plain/settle.js';
import { checkedInstance } from './to-instance.js';

/** The two halves of a ProviderConfig's spec: the author's and the runtime's. */
export interface CheckedProviderConfig<Spec extends object> {
  readonly spec: Spec;
  readonly settings: ProviderConfigSettings;
}

/** Takes out of an object the properties that a shape knows. */
function split(json: unknown, known: ObjectShape): readonly [mine: unknown, others: unknown] {
  if (!isPlain(json)) return [{}, json];
  const names = new Set(known.properties.map(({ name }) => name));
  const entries = Object.entries(json);
  return [Object.fromEntries(entries.filter(([name]) => names.has(name))), Object.fromEntries(entries.filter(([name]) => !names.has(name)))];
}

/**
 * Checks the spec of a ProviderConfig, and gives the author's half and the runtime's as instances.
 * `modes` are those of the provider, both when left out; without the kcp mode `kcp` is an unknown property.
 */
export function providerConfigInstance<Spec extends object>(
  ctor: ProviderConfigObjectClass<Spec>,
  json: unknown,
  modes: readonly ProviderMode[] = ['standard', 'kcp'],
): Checked<CheckedProviderConfig<Spec>> {
  const runtime = readClass(configSettings(modes));
  const [ours, theirs] = split(json ?? {}, runtime);
  const settings = checkedInstance(runtime, ours);
  const spec = checkedInstance(readClass(ctor.specClass as ClassOf), theirs);
  if (!settings.ok || !spec.ok) return { ok: false, problems: [...(spec.ok ? [] : spec.problems), ...(settings.ok ? [] : settings.problems)] };
  return { ok: true, value: { spec: spec.value as Spec, settings: settings.value as ProviderConfigSettings } };
}
