import { eventually } from '@kcp-runtime/testing';
import { ALL_WIDGETS, widgetDefinition } from '../world/widgets.js';
import { KINDS } from './kinds.js';
import type { ChanceRequest } from './requests.js';
import { Wire } from '../bad-input/wire.js';
import type { AnswerClass, WireTarget } from '../bad-input/wire.js';

/** A server to which requests of chance go, round by round: each has a namespace of its own, with one object of each kind in it. */
export class ChanceServer {
  private readonly wire: Wire;
  private space = '';

  constructor(target: WireTarget) {
    this.wire = new Wire(target);
  }

  /** Has the custom kind served. */
  async serveWidgets(): Promise<void> {
    await this.make('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', JSON.stringify(widgetDefinition()));
    await eventually(async () => ((await this.wire.send({ method: 'GET', path: ALL_WIDGETS })).status === 200 ? true : undefined), { deadlineMs: 60_000, what: 'widgets to be served' });
  }

  /** Begins a round in a new namespace. */
  async begin(space: string): Promise<void> {
    this.space = space;
    await this.make('/api/v1/namespaces', JSON.stringify({ metadata: { name: space } }));
    for (const { collection, apiVersion, kind, target, writes } of KINDS) {
      if (writes === 'kept') await this.make(collection, JSON.stringify({ apiVersion, kind, metadata: { name: 'target' }, ...(JSON.parse(this.placed(target, '')) as object) }));
    }
  }

  async send({ method, path, headers, body }: ChanceRequest): Promise<AnswerClass> {
    const version = [path, body].some((text) => text?.includes('{version}') === true) ? await this.versionOf(path) : '';
    const sent = body === undefined ? {} : { body: () => this.placed(body, version) };
    return this.wire.send({ method, path: this.placed(path, version), headers, ...sent });
  }

  close(): void {
    this.wire.close();
  }

  private async make(path: string, body: string): Promise<void> {
    const { status, reason } = await this.wire.send({ method: 'POST', path: this.placed(path, ''), headers: { 'content-type': 'application/json' }, body: () => body });
    // Events of both their groups are one object.
    if (status !== 201 && status !== 409) throw new Error(`A round of requests could not be prepared: POST ${path} was answered ${status} ${reason ?? ''}`);
  }

  private async versionOf(path: string): Promise<string> {
    const [object = ''] = path.split('?');
    return VERSION.exec(await this.wire.read(this.placed(object, '')))?.[1] ?? '1';
  }

  private placed(text: string, version: string): string {
    return text.replaceAll('{space}', this.space).replaceAll('{version}', version).replaceAll('{random}', 'another');
  }
}

const VERSION = /"resourceVersion":"(\d+)"/;
