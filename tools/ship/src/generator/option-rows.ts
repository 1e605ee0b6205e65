/**
 * Providers that are generated with every value of every option, and with every two values of two options together: what goes wrong goes
 * wrong with one value or with two that do not get along, and a provider for each combination would take a day.
 */

/** What the generator is asked for. */
export interface OptionRow {
  readonly workload: 'never' | 'sometimes' | 'always';
  readonly modes: 'both' | 'kcp' | 'standard';
  readonly customer: 'default' | 'secrets and more' | 'no secrets';
  readonly references: 'none' | 'Secret' | 'both';
  readonly instances: 'one' | 'many';
  readonly worker: 'none' | 'some';
  /** Whether `api`, `group` and `directory` are given too. */
  readonly names: 'default' | 'own';
}

const row = (
  workload: OptionRow['workload'],
  modes: OptionRow['modes'],
  customer: OptionRow['customer'],
  references: OptionRow['references'],
  instances: OptionRow['instances'],
  worker: OptionRow['worker'],
  names: OptionRow['names'],
): OptionRow => ({ workload, modes, customer, references, instances, worker, names });

/** By the name of the provider. */
export const optionRows: Readonly<Record<string, OptionRow>> = {
  amber: row('always', 'both', 'secrets and more', 'Secret', 'one', 'none', 'own'),
  blue: row('sometimes', 'kcp', 'default', 'both', 'one', 'some', 'default'),
  coral: row('never', 'both', 'no secrets', 'none', 'many', 'some', 'own'),
  dove: row('never', 'standard', 'secrets and more', 'both', 'many', 'none', 'default'),
  ebony: row('sometimes', 'kcp', 'no secrets', 'Secret', 'many', 'none', 'default'),
  fawn: row('always', 'standard', 'default', 'none', 'one', 'none', 'own'),
  grey: row('always', 'kcp', 'no secrets', 'both', 'many', 'some', 'own'),
  hazel: row('sometimes', 'both', 'secrets and more', 'none', 'one', 'some', 'default'),
  ivory: row('never', 'standard', 'default', 'Secret', 'one', 'some', 'default'),
  jade: row('always', 'both', 'default', 'both', 'many', 'some', 'default'),
  khaki: row('sometimes', 'standard', 'no secrets', 'Secret', 'one', 'none', 'own'),
  lilac: row('never', 'kcp', 'secrets and more', 'none', 'many', 'some', 'default'),
};

const CUSTOMER = { default: [], 'secrets and more': ['secrets', 'reads:configmaps'], 'no secrets': ['configmaps', 'reads:apps/deployments'] } as const;
const REFERENCES = { none: [], Secret: ['Secret'], both: ['Secret', 'ConfigMap'] } as const;
const WORKER = { none: [], some: ['reads:configmaps', 'events.k8s.io/events'] } as const;
const MODES = { both: [], kcp: ['kcp'], standard: ['standard'] } as const;

/** What stands behind `nx g @kcp-runtime/nx:provider`. */
export function optionArguments(name: string, { workload, modes, customer, references, instances, worker, names }: OptionRow): readonly string[] {
  const each = (option: string, values: readonly string[]): string[] => values.map((value) => `--${option}=${value}`);
  const own = names === 'own' ? [`--api=${capital(name)}Box`, `--group=${name}.example.org`, '--directory=services'] : [];
  const lists = [...each('customer', CUSTOMER[customer]), ...each('references', REFERENCES[references]), ...each('worker', WORKER[worker]), ...each('modes', MODES[modes])];
  return [name, `--workload=${workload}`, `--instances=${instances}`, ...lists, ...own];
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
