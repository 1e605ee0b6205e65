/**
 * What must outlive the process and even the ProviderConfig: the last valid config, which export was published where,
 * and which are being drained. It stands in one ConfigMap of the runtime's namespace. ConfigStore and KcpMode call it.
 * It holds references and names only; a secret never gets here because none stands in a ProviderConfig.
 */
import { isDeepStrictEqual } from 'node:util';
import { AlreadyExists, NotFound } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject, ObjectRef } from '@kcp-runtime/kube';
import type { HostRewrite, KcpSettings, KubeconfigSecret } from '@kcp-runtime/schema';
import { CONFIG_MAPS } from './platform-kinds.js';
import { keptName } from './platform-names.js';


/** The spec of the last valid version, as it stood on the platform. */
export interface KeptConfig {
  readonly generation: number;
  readonly spec: unknown;
}

/** Where the export was last published to, and all that is needed to reach it when the ProviderConfig names it no more. */
export interface KeptPublication {
  /** As `spec.kcp` named it. */
  readonly providerWorkspace: string;
  /** The logical cluster that the path meant then. */
  readonly cluster: string;
  readonly exportName: string;
  readonly kubeconfigSecret: KubeconfigSecret;
  readonly hosts: readonly HostRewrite[];
  readonly deletionPolicy: KcpSettings['deletionPolicy'];
  /** Names of the schemas that were served last, by `plural.group`. */
  readonly schemas: Readonly<Record<string, string>>;
}

/** All that is kept. */
export interface Kept {
  readonly config?: KeptConfig;
  readonly publication?: KeptPublication;
  /** Places that are no longer named, and still have orders that we hold. */
  readonly draining?: readonly KeptPublication[];
}

const NOTHING: Kept = { config: undefined, publication: undefined, draining: undefined };

/** Shared by all that read and write it in a process, one after another. */
interface Shared {
  known: Kept | undefined;
  turn: Promise<unknown>;
}

/** Reads and writes the ConfigMap; equal content is not written again. */
export class KeptState {
  readonly #api: KubeApi;
  readonly #ref: ObjectRef;
  readonly #shared: Shared;

  private constructor(api: KubeApi, ref: ObjectRef, shared: Shared) {
    this.#api = api;
    this.#ref = ref;
    this.#shared = shared;
  }

  /** What this provider keeps in its namespace; nothing of it is known before `load`. */
  static of(providerName: string, namespace: string, api: KubeApi): KeptState {
    return new KeptState(api, { namespace, name: keptName(providerName) }, { known: undefined, turn: Promise.resolve() });
  }

  /** The same, read and written over another API: one that writes only while a lease is held. */
  through(api: KubeApi): KeptState {
    return new KeptState(api, this.#ref, this.#shared);
  }

  /** What another process left. Throws a KubeError when the platform does not answer. */
  load(signal: AbortSignal): Promise<Kept> {
    return this.#inTurn(() => this.#load(signal));
  }

  /** What is kept, as far as it was loaded or written by this process. */
  get known(): Kept {
    return this.#shared.known ?? NOTHING;
  }

  /** Keeps a part and leaves the others as they are. What is undefined in the part is forgotten. */
  keep(part: Kept, signal: AbortSignal): Promise<void> {
    return this.#inTurn(() => this.#write(part, signal));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#shared.turn.then(work);
    this.#shared.turn = done.catch(() => undefined);
    return done;
  }

  async #load(signal: AbortSignal): Promise<Kept> {
    const known = await this.#read(signal);
    this.#shared.known = known;
    return known;
  }

  async #read(signal: AbortSignal): Promise<Kept> {
    try {
      return readKept(await this.#configMaps().get(this.#ref, { signal }));
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      return NOTHING;
    }
  }

  async #write(part: Kept, signal: AbortSignal): Promise<void> {
    const next = { ...this.known, ...part };
    if (isDeepStrictEqual(next, this.known)) return;
    const data = Object.fromEntries(Object.entries(part).map(([name, value]) => [`${name}.json`, value === undefined ? null : JSON.stringify(value)]));
    await this.#patchOrCreate(data, signal);
    this.#shared.known = next;
  }

  async #patchOrCreate(data: Record<string, string | null>, signal: AbortSignal): Promise<void> {
    try {
      await this.#configMaps().mergePatch(this.#ref, { data }, { signal });
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      await this.#create(data, signal);
    }
  }

  async #create(data: Record<string, string | null>, signal: AbortSignal): Promise<void> {
    const metadata = { ...this.#ref };
    try {
      const values = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
      await this.#configMaps().create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: values }, { signal });
    } catch (error) {
      if (!(error instanceof AlreadyExists)) throw error;
      await this.#configMaps().mergePatch(this.#ref, { data }, { signal });
    }
  }

  #configMaps() {
    return this.#api.resource(CONFIG_MAPS);
  }
}

function readKept(configMap: KubeObject): Kept {
  const data = (configMap['data'] ?? {}) as Record<string, string | undefined>;
  const places = parse<unknown>(data['draining.json']);
  const draining = Array.isArray(places) ? places.filter(isPublication) : [];
  return {
    config: [parse<unknown>(data['config.json'])].find(isConfig),
    publication: [parse<unknown>(data['publication.json'])].find(isPublication),
    draining: draining.length === 0 ? undefined : draining,
  };
}

/** Somebody may have edited it; whether the spec is valid is seen by the class that it is of. */
function isConfig(value: unknown): value is KeptConfig {
  return typeof (Object(value) as Partial<KeptConfig>).generation === 'number';
}

/** Somebody may have edited it: a place without all that is needed to get there counts as not kept. */
function isPublication(value: unknown): value is KeptPublication {
  const { providerWorkspace, cluster, exportName, kubeconfigSecret, hosts, schemas } = Object(value) as Partial<KeptPublication>;
  const hasNames = [providerWorkspace, cluster, exportName, kubeconfigSecret?.namespace, kubeconfigSecret?.name].every((name) => typeof name === 'string');
  return hasNames && Array.isArray(hosts) && Object(schemas) === schemas;
}

/** Somebody may have edited it: what is no JSON counts as not kept. */
function parse<T>(text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}
