import type { ReferenceKind } from './api-plan.js';
import type { ProviderPlan } from './provider-plan.js';

/** Source text of a ProviderConfig for tests, and of what it names. */
export interface SpecWords {
  readonly config: string;
  readonly secrets: string;
  readonly configMaps: string;
}

/** What the specs of a provider have around it. */
export function specWords({ name, references }: Pick<ProviderPlan, 'name' | 'references'>): SpecWords {
  const target = `${name}-settings`;
  const named = (kind: ReferenceKind): string => (references.includes(kind) ? `{ '${target}': { key: 'value' } }` : '{}');
  const fields = references.map((kind) => `${fieldOf(kind)}: '${target}'`);
  return { config: fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}', secrets: named('Secret'), configMaps: named('ConfigMap') };
}

/** The property of a ProviderConfig that names one. */
export function fieldOf(kind: ReferenceKind): string {
  switch (kind) {
    case 'Secret':
      return 'secretName';
    case 'ConfigMap':
      return 'configMapName';
  }
}
