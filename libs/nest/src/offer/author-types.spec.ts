import { describe, expect, it } from '@jest/globals';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** What the author's program has in front of every snippet. */
const PROGRAM = `
import * as runtime from '../index.js';
const { Default, OnBound, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, blocked, defineOffer, defineProvider, gone, manages, progressing, providerConfigObject, ready, rejected, serviceObject } = runtime;
type OrderOf<O extends runtime.AnyOffer> = runtime.OrderOf<O>;
type DeletionOf<O extends runtime.AnyOffer> = runtime.DeletionOf<O>;
type ProvidedBy<O extends runtime.AnyOffer> = runtime.ProvidedBy<O>;
type Removed = runtime.Removed;
class Spec { plan!: 'shared' | 'dedicated'; connections?: number }
class Status { host?: string; tier?: 'small' | 'large' }
class ConfigSpec { adminSecret!: string }
class OtherSpec { adminUrl!: string }
class Database extends serviceObject(Spec, Status) {}
class Config extends providerConfigObject(ConfigSpec) {}
class OtherConfig extends providerConfigObject(OtherSpec) {}
const databases = defineOffer(Database, { config: Config });
const dedicated = defineOffer(Database, { config: Config, workload: 'always', workloadRights: [manages('', 'configmaps')] });
const either = defineOffer(Database, { config: Config, workload: (order) => order.spec.plan === 'dedicated' && order.config.adminSecret !== '' });
const foreign = defineOffer(Database, { config: OtherConfig });
type Order = OrderOf<typeof databases>;
type Deletion = DeletionOf<typeof databases>;
type Answer = Promise<ProvidedBy<typeof databases>>;
`;

const here = dirname(fileURLToPath(import.meta.url));

/** Type errors of each snippet, with the same settings as the package itself. One program for all: its libraries are read once. */
function errorsOf(snippets: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const { config } = ts.readConfigFile(join(here, '../../tsconfig.lib.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(here, '../..'));
  const fileOf = (name: string): string => join(here, `snippet-${[...snippets.keys()].indexOf(name)}.ts`);
  const texts = new Map([...snippets].map(([name, text]) => [fileOf(name), `${PROGRAM}${text}\nexport {};`]));
  const settings = { ...options, noEmit: true, composite: false, incremental: false, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(settings);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = texts.get(path);
    return text === undefined ? getSourceFile(path, target, ...rest) : ts.createSourceFile(path, text, target);
  };
  const program = ts.createProgram([...texts.keys()], settings, host);
  return new Map([...snippets.keys()].map((name) => [name, messages(program, fileOf(name))]));
}

function messages(program: ts.Program, path: string): string[] {
  const file = program.getSourceFile(path);
  return program.getSemanticDiagnostics(file).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const REFUSED: readonly { readonly what: string; readonly snippet: string; readonly error: RegExp }[] = [
  {
    what: 'an answer with a field that the status does not have',
    snippet: `async function provide(order: Order): Answer { return ready({ host: 'db', hots: 'db' }); }`,
    error: /Type 'Ready<\{ host: string; hots: string; \}.*is not assignable/,
  },
  {
    what: 'an answer with a field of another type',
    snippet: `async function provide(order: Order): Answer { return ready({ host: 5432 }); }`,
    error: /Types of property 'host' are incompatible|Type 'number' is not assignable to type 'string'/,
  },
  {
    what: 'an answer that belongs to a deletion',
    snippet: `async function provide(order: Order): Answer { return gone(); }`,
    error: /Type 'Gone' is not assignable/,
  },
  {
    what: 'a way through the handler without an answer',
    snippet: `async function provide(order: Order): Answer { if (order.spec.plan === 'shared') return ready({ host: 'db' }); }`,
    error: /Function lacks ending return statement/,
  },
  {
    what: 'an answer that nobody knows',
    snippet: `async function provide(order: Order): Answer { return { kind: 'done' }; }`,
    error: /Type '"done"' is not assignable/,
  },
  {
    what: 'an answer of an order for a deletion',
    snippet: `async function remove(order: Deletion): Promise<Removed> { return rejected('No', 'no'); }`,
    error: /Type 'Rejected' is not assignable/,
  },
  {
    what: 'the workload cluster of an offer that orders none',
    snippet: `async function provide(order: Order): Answer { await order.workload.kubeconfig(); return ready(); }`,
    error: /Property 'workload' does not exist/,
  },
  {
    what: 'the workload cluster without a look whether this order has one',
    snippet: `async function provide(order: OrderOf<typeof either>): Answer { await order.workload.kubeconfig(); return ready(); }`,
    error: /'order.workload' is possibly 'undefined'/,
  },
  {
    what: 'a field of the spec that does not exist',
    snippet: `async function provide(order: Order): Answer { return ready({ host: order.spec.size }); }`,
    error: /Property 'size' does not exist on type 'Spec'/,
  },
  {
    what: 'a workload predicate over a field that does not exist',
    snippet: `const wrong = defineOffer(Database, { config: Config, workload: (order) => order.spec.isBig });`,
    error: /Property 'isBig' does not exist on type 'Spec'/,
  },
  {
    what: 'the spec of a deletion without a look whether it is valid',
    snippet: `async function remove(order: Deletion): Promise<Removed> { return order.spec.plan ? gone() : gone(); }`,
    error: /Property 'plan' does not exist/,
  },
  {
    what: 'the customer of a deletion without a look whether it is there',
    snippet: `async function remove(order: Deletion): Promise<Removed> { await order.customer.client.get({ apiVersion: 'v1', kind: 'Secret', name: 'x' }); return gone(); }`,
    error: /Property 'client' does not exist/,
  },
  {
    what: 'an offer with another config than its provider',
    snippet: `const provider = defineProvider({ name: 'postgres', config: Config, offers: [databases, foreign] });`,
    error: /Offer<Spec, Status, OtherSpec, "never">' is not assignable/,
  },
  {
    what: 'an offer that wants more of the config than its provider has',
    snippet: `
class WiderSpec extends ConfigSpec { adminUrl!: string }
class WiderConfig extends providerConfigObject(WiderSpec) {}
const wider = defineOffer(Database, { config: WiderConfig });
const provider = defineProvider({ name: 'postgres', config: Config, offers: [wider] });`,
    error: /Offer<Spec, Status, WiderSpec, "never">' is not assignable/,
  },
  {
    what: 'a handler method for the order of another offer',
    snippet: `class Handler { @OnOrder(databases) async provide(order: OrderOf<typeof dedicated>): Answer { return ready(); } }`,
    error: /Property 'workload' is missing/,
  },
  {
    what: 'a handler method with a wrong answer',
    snippet: `class Handler { @OnOrder(databases) async provide(order: Order): Promise<Removed> { return gone(); } }`,
    error: /Gone|Removed/,
  },
  {
    what: 'a handler method that does not wait',
    snippet: `class Handler { @OnOrder(databases) provide(order: Order) { return ready({ host: 'db' }); } }`,
    error: /is not assignable to type/,
  },
  {
    what: 'a deleting method with the answer of an order',
    snippet: `class Handler { @OnDelete(databases) async remove(order: Deletion) { return ready(); } }`,
    error: /is not assignable to type/,
  },
  {
    what: 'a decorator for orders at a property',
    snippet: `class Handler { @OnOrder(databases) provide = 1; }`,
    error: /Unable to resolve signature of property decorator|expects/,
  },
  {
    what: 'an offer of something that is no service API',
    snippet: `const wrong = defineOffer(Config, { config: Config });`,
    error: /No overload matches|is not assignable/,
  },
];

const ACCEPTED: readonly { readonly what: string; readonly snippet: string }[] = [
  {
    what: 'a whole provider',
    snippet: `
const provider = defineProvider({ name: 'postgres', config: Config, offers: [databases, dedicated, either] });
class Handler {
  @OnOrder(databases)
  async provide(order: Order): Answer {
    if (order.spec.connections === 0) return rejected('NoConnections', 'ask for one at least');
    if (order.config.adminSecret === '') return progressing('NoServer', 'the server is not known yet', { retryAfterMs: 1000 });
    return ready({ host: order.identity, tier: 'small' });
  }
  @OnDelete(databases)
  async remove(order: Deletion): Promise<Removed> {
    if (order.spec.kind === 'valid' && order.spec.value.plan === 'dedicated') return blocked('StillUsed', 'stop using it');
    if (order.customer.kind === 'reachable') await order.customer.client.delete({ apiVersion: 'v1', kind: 'Secret', name: order.name });
    return gone();
  }
  @OnBound(databases)
  async greet({ cluster }: runtime.ConsumerWorkspace): Promise<void> {}
}`,
  },
  { what: 'a handler method that needs no order', snippet: `class Handler { @OnOrder(databases) async provide() { return ready({ host: 'db' }); } }` },
  {
    what: 'an answer with a field that may be missing',
    snippet: `async function provide(order: Order): Answer { return ready({ host: order.spec.connections ? 'db' : undefined }); }`,
  },
  {
    what: 'the workload cluster where the offer always orders one',
    snippet: `async function provide(order: OrderOf<typeof dedicated>): Answer { return ready({ host: await order.workload.kubeconfig() }); }`,
  },
];

describe('a program of an author', () => {
  const found = errorsOf(new Map([...REFUSED, ...ACCEPTED].map(({ what, snippet }) => [what, snippet])));

  it.each(REFUSED)('does not compile with $what', ({ what, error }) => {
    expect(found.get(what)?.join('\n') ?? '').toMatch(error);
  });

  it.each(ACCEPTED)('compiles with $what', ({ what }) => {
    expect(found.get(what)).toEqual([]);
  });
});
