/** Names that the generated file itself uses: what it imports, and what TypeScript and JavaScript mean by themselves. */
const TAKEN = [
  'ArrayMaxSize', 'ArrayMinSize', 'ArrayUnique', 'IsBoolean', 'IsDivisibleBy', 'IsIn', 'IsInt', 'IsNegative', 'IsNumber', 'IsOptional', 'IsPositive', 'IsString',
  'Matches', 'Max', 'MaxLength', 'Min', 'MinLength',
  'Default', 'Describe', 'Format', 'FreeForm', 'IntOrString', 'ItemsOf', 'MapOf', 'Nested', 'PrinterColumn', 'ProviderConfigApi', 'Quantity', 'Rule', 'ServiceApi', 'Verbatim',
  'Array', 'BigInt', 'Boolean', 'Function', 'Number', 'Object', 'Promise', 'Record', 'String', 'Symbol',
];

/** Hands out class names, each once. */
export class ClassNames {
  readonly #taken = new Set(TAKEN);

  /** The name, or the next one like it that is free: `Rule`, `RuleApi`; `Ports`, `Ports2`. */
  give(wanted: string, otherwise?: string): string {
    const more = Array.from({ length: this.#taken.size }, (_none, at) => `${otherwise ?? wanted}${at + 2}`);
    const name = [wanted, otherwise ?? wanted, ...more].find((one) => !this.#taken.has(one)) ?? wanted;
    this.#taken.add(name);
    return name;
  }
}

/** A property's name as a part of a class name: `listen-port` becomes `ListenPort`. */
export function namePart(property: string): string {
  const parts = property.split(/[^0-9A-Za-z]+/).filter((part) => part !== '');
  return parts.length === 0 ? 'Part' : parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}
