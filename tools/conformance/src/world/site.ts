import { dig, eventually } from '@kcp-runtime/testing';
import type { Env, RawBody, RawClient, RawWatch } from '@kcp-runtime/testing';
import type { Section } from '../item.js';
import type { ValueWitness } from '../recording/recorded-values.js';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const SERVED = { deadlineMs: 60_000 };

/** What a site is made of. */
export interface SiteSettings {
  /** Requests where widgets are ordered: on a kcp, a consumer as the provider's virtual workspace shows it. */
  readonly orders: RawClient;
  /** Requests of all widgets wherever they were ordered: on a kcp, the provider's wildcard. */
  readonly everywhere: RawClient;
  /** The admin's requests of the same place. */
  readonly client: RawClient;
  /** The admin's. */
  readonly kubeconfig: () => string;
  readonly env: Env;
  /** Requests in a place where nothing of others is, as far as the server has one. */
  readonly apart: (purpose: string) => Promise<RawClient>;
  readonly openWatch: (client: RawClient, path: string) => Promise<RawWatch>;
  /** Runs what only prepares, and is no check of an item. */
  readonly unseen: <T>(prepare: () => Promise<T>) => Promise<T>;
  readonly values: ValueWitness;
}

/** A place in which items that are plain Kubernetes run: a workspace of a kcp, or a cluster of its own. Widgets are served in it. */
export class Site {
  private readonly served = new Map<string, Promise<void>>();

  constructor(private readonly settings: SiteSettings) {}

  get orders(): RawClient {
    return this.settings.orders;
  }

  get everywhere(): RawClient {
    return this.settings.everywhere;
  }

  get client(): RawClient {
    return this.settings.client;
  }

  get kubeconfig(): string {
    return this.settings.kubeconfig();
  }

  get env(): Env {
    return this.settings.env;
  }

  /** Opens a watch that is closed with the item. */
  watch(client: RawClient, path: string): Promise<RawWatch> {
    return this.settings.openWatch(client, path);
  }

  /** A new workspace of a kcp; a cluster has but the one place. */
  apart(purpose: string): Promise<RawClient> {
    return this.settings.apart(purpose);
  }

  /** Runs what only prepares. */
  unseen<T>(prepare: () => Promise<T>): Promise<T> {
    return this.settings.unseen(prepare);
  }

  /** Has a kind served and described; once for all items that ask for it. */
  serve(definition: RawBody, collection: string): Promise<void> {
    const asked = this.served.get(collection) ?? this.unseen(() => this.define(definition, collection));
    this.served.set(collection, asked);
    return asked;
  }

  /** Holds a value to what a real kube-apiserver gave, or notes it where one is being recorded. */
  expectAsRecorded(section: Section, what: string, value: unknown): void {
    this.settings.values.found(section, what, value);
  }

  private async define(definition: RawBody, collection: string): Promise<void> {
    const { status, text } = await this.client.post(CRDS, definition);
    if (status !== 201) throw new Error(`The CRD for ${collection} was refused: ${text}`);
    await eventually(async () => ((await this.client.get(collection)).status === 200 ? true : undefined), { ...SERVED, what: `${collection} to be served` });
    const kind = String(dig(definition, 'spec', 'names', 'kind'));
    const described = `/openapi/v3/apis/${String(dig(definition, 'spec', 'group'))}/v1`;
    // Until then kubectl takes the server for one that checks no fields.
    await eventually(async () => ((await this.client.get(described)).text.includes(`"kind":"${kind}"`) ? true : undefined), { ...SERVED, what: `${kind} in ${described}` });
  }
}
