import type { AnyOffer, DeletedSpec, DeletionOf, LogFields, Mode, OrderEvents, OrderLog, OrderOf, OrderScope, Reference, References } from '@kcp-runtime/nest';
import { ReferenceMissing, ReferenceUndeclared, orderIdentity } from '@kcp-runtime/nest';
import { readApiClass, toInstance } from '@kcp-runtime/schema';
import { RecordingClient } from './recording-client.js';

/** What a test says about an order; the rest is made up. */
export interface TestOrderSettings {
  /** As the tenant would write it. Defaults are filled in, limits are checked. */
  readonly spec?: object;
  /** Spec of the ProviderConfig, as the operator would write it. */
  readonly config?: object;
  readonly mode?: Mode;
  /** Logical cluster of the tenant. */
  readonly cluster?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  /** Secrets of the platform namespace by name, decoded. */
  readonly secrets?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** ConfigMaps of the platform namespace by name. */
  readonly configMaps?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Aborts the order, as the runtime does at a deadline. */
  readonly signal?: AbortSignal;
}

/** What a test says about a deletion beside {@link TestOrderSettings}. */
export interface TestDeletionSettings extends TestOrderSettings {
  /** `gone`: the tenant's workspace is no longer there. */
  readonly customer?: RecordingClient | 'gone';
  /** The workload cluster with what an order has left there; `gone`: it is no longer there. */
  readonly workload?: RecordingClient | 'gone';
}

/** What a handler has said on the way. */
export interface Recorded {
  readonly events: OrderEvents & { readonly told: readonly { readonly type: 'Normal' | 'Warning'; readonly reason: string; readonly message: string }[] };
  readonly log: OrderLog & { readonly lines: readonly { readonly level: string; readonly message: string; readonly fields?: LogFields }[] };
}

/** An order for a unit test, with what was done with it. `workload` is recorded where the offer has one. */
export type TestOrder<O extends AnyOffer> = OrderOf<O> & Recorded & { readonly customer: RecordingClient } & TestWorkload<OrderOf<O>>;

/** `workload` of a test's order: recorded, where the offer has one. */
type TestWorkload<Given> = Given extends { readonly workload: unknown }
  ? { readonly workload: RecordingClient }
  : 'workload' extends keyof Given
    ? { readonly workload?: RecordingClient }
    : unknown;

/** A spec or config that the author's classes refuse: the runtime would never hand such an order to a handler. */
export class TestOrderInvalid extends Error {
  override readonly name = 'TestOrderInvalid';
  constructor(what: string, problems: readonly { readonly path: string; readonly message: string }[]) {
    super(`The ${what} of the test's order is not valid: ${problems.map(({ path, message }) => `${path} ${message}`).join('; ')}`);
  }
}

/**
 * An order without any server: `await handler.provide(testOrder(databases, { spec: { plan: 'shared' } }))`.
 * @throws TestOrderInvalid
 */
export function testOrder<O extends AnyOffer>(offer: O, settings: TestOrderSettings = {}): TestOrder<O> {
  const spec = valid('spec', toInstance(offer.api.specClass, settings.spec ?? {}));
  const scope = scopeOf(offer, settings, spec);
  const customer = new RecordingClient(scope.namespace);
  const workload = getsWorkload(offer, scope, Object(spec)) ? { workload: new RecordingClient(scope.namespace) } : {};
  const order = { ...scope, spec, customer, ...workload };
  return order as unknown as TestOrder<O>;
}

/**
 * A deleting order without any server: `await handler.remove(testDeletion(databases))`. An invalid spec comes raw.
 * @throws TestOrderInvalid when the config is not valid.
 */
export function testDeletion<O extends AnyOffer>(offer: O, settings: TestDeletionSettings = {}): DeletionOf<O> & Recorded {
  const spec = deletedSpec(offer, settings.spec ?? {});
  const scope = scopeOf(offer, settings, spec.value);
  const { customer = new RecordingClient(scope.namespace), workload = new RecordingClient(scope.namespace) } = settings;
  const deletion = {
    ...scope,
    spec,
    customer: reach(customer),
    ...(offer.workload === 'never' ? {} : { workload: reach(workload) }),
  };
  return deletion as unknown as DeletionOf<O> & Recorded;
}

function reach(client: RecordingClient | 'gone') {
  return client === 'gone' ? { kind: 'gone' } : { kind: 'reachable', client };
}

function scopeOf(offer: AnyOffer, settings: TestOrderSettings, spec: unknown): OrderScope & Recorded & { readonly config: object } {
  const { mode = 'kcp', cluster = 'test-cluster', namespace = 'default', name = 'main' } = settings;
  const { plural, group } = readApiClass(offer.api);
  const config = configOf(offer, settings);
  return {
    mode,
    identity: orderIdentity({ plural, group, cluster, namespace, name }),
    uid: settings.uid ?? '00000000-0000-4000-8000-000000000000',
    name,
    namespace,
    config,
    signal: settings.signal ?? new AbortController().signal,
    log: recordingLog(),
    events: recordingEvents(),
    references: referencesOf(offer.references({ mode, name, namespace, spec: Object(spec), config }), settings),
  };
}

/** As the runtime does: the offer says, of what is known before there is any access. */
function getsWorkload({ workload }: AnyOffer, { mode, name, namespace, config }: OrderScope & { readonly config: object }, spec: object): boolean {
  return typeof workload === 'function' ? workload({ mode, name, namespace, spec, config }) : workload === 'always';
}

function configOf(offer: AnyOffer, { config = {} }: TestOrderSettings): object {
  return valid('config', toInstance(offer.config.specClass, config));
}

function valid<T>(what: string, checked: ReturnType<typeof toInstance<T & object>>): T {
  if (!checked.ok) throw new TestOrderInvalid(what, checked.problems);
  return checked.value;
}

function deletedSpec(offer: AnyOffer, spec: object): DeletedSpec<object> {
  const checked = toInstance(offer.api.specClass, spec);
  return checked.ok ? { kind: 'valid', value: checked.value } : { kind: 'raw', value: spec };
}

function referencesOf(named: readonly Reference[], { secrets = {}, configMaps = {} }: TestOrderSettings): References {
  const found = (kind: Reference['kind'], values: Readonly<Record<string, Readonly<Record<string, string>>>>) => async (name: string) => {
    if (!named.some((reference) => reference.kind === kind && reference.name === name)) throw new ReferenceUndeclared({ kind, name });
    const value = values[name];
    if (!value) throw new ReferenceMissing({ kind, name });
    return value;
  };
  return { secret: found('Secret', secrets), configMap: found('ConfigMap', configMaps) };
}

function recordingLog(): Recorded['log'] {
  const lines: { level: string; message: string; fields?: LogFields }[] = [];
  const at = (level: string) => (message: string, fields?: LogFields) => void lines.push({ level, message, fields });
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function recordingEvents(): Recorded['events'] {
  const told: { type: 'Normal' | 'Warning'; reason: string; message: string }[] = [];
  const as = (type: 'Normal' | 'Warning') => (reason: string, message: string) => void told.push({ type, reason, message });
  return { told, normal: as('Normal'), warning: as('Warning') };
}
