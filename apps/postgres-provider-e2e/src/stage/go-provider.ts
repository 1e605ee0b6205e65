/**
 * A provider on Go's multicluster-provider with an export of its own, set up by hand in a workspace of its own: a neighbour that
 * knows nothing of the runtime. Its program is the bench's peer; GO_PEER names it.
 */
import type { RawBody, Workspace } from '@kcp-runtime/testing';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Consumer } from './consumer.js';
import { ProviderProcess } from './provider-process.js';
import type { Stage } from './stage.js';

export const widgetGroup = 'widgets.services.open-control-plane.io';
const text = { type: 'string' };
const deadlineMs = 60_000;

/** The provider, and what he has set up. */
export class GoProvider {
  private process: ProviderProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly workspace: Workspace,
    private readonly kubeconfig: string,
  ) {}

  /** Publishes the export; the program is started apart. */
  static async install(stage: Stage, program: string): Promise<GoProvider> {
    const workspace = await stage.admin.createWorkspace(`root:${stage.run}:go-provider`);
    await workspace.apply([schemaOf('v1', {}), exportOf('v1')]);
    const { kubeconfig, token } = await workspace.serviceAccount({ name: 'widgets', rules, clusterRoles: ['system:kcp:workspace:access'] });
    stage.canaries.add(token, "the Go provider's token");
    return new GoProvider(program, workspace, kubeconfig);
  }

  async start(): Promise<void> {
    this.process = await ProviderProcess.startProgram({ file: this.program, args: [], kubeconfig: this.kubeconfig, env: {} });
  }

  /** Ends it in good order, if it runs. */
  async stop(): Promise<void> {
    const { process } = this;
    this.process = undefined;
    if (process?.running === true) await process.stop();
  }

  /** Binds a consumer to the export. */
  async bind(consumer: Consumer): Promise<void> {
    await consumer.workspace.bind({ path: this.workspace.path, export: widgetGroup });
  }

  /** Deletes a consumer's binding, and waits until it is gone: the provider has let go of his widgets by then. */
  async unbind({ client, name: who }: Consumer): Promise<void> {
    const path = `/apis/apis.kcp.io/v1alpha2/apibindings/${widgetGroup}`;
    await client.delete(path);
    await eventually(async () => ((await client.get(path)).status === 404 ? true : undefined), { deadlineMs, what: `${who} to be rid of the widgets' binding` });
  }

  /** Publishes another version of the schema, in which the spec of a widget has these properties too. */
  async publish(version: string, more: RawBody): Promise<void> {
    await this.workspace.apply([schemaOf(version, more), exportOf(version)]);
  }

  /** Waits until the program says of the consumer's workspace that it is engaged, or that it is no more. */
  async whenSays(what: 'engaged' | 'disengaged', { workspace: { cluster }, name: who }: Consumer): Promise<void> {
    const isLast = (line: string | undefined): true | undefined => (line === `${what} ${cluster}` ? true : undefined);
    await eventually(() => isLast(this.output().split('\n').findLast((line) => line.endsWith(`engaged ${cluster}`))), { deadlineMs, what: `the Go provider to say that ${who} is ${what}` });
  }

  /** Whether the program that was started last still runs. */
  get running(): boolean {
    return this.process?.running === true;
  }

  private output(): string {
    return this.process?.output() ?? '';
  }
}

/** Path of a widget, or of all in the namespace. */
export function widgetsPath(name?: string): string {
  const all = `/apis/${widgetGroup}/v1alpha1/namespaces/default/widgets`;
  return name === undefined ? all : `${all}/${name}`;
}

/** Orders a widget; a kind that is served a moment later is waited for. */
export async function orderWidget({ client, name: who }: Consumer, name: string, spec: RawBody = {}): Promise<void> {
  const widget = { apiVersion: `${widgetGroup}/v1alpha1`, kind: 'Widget', metadata: { name }, spec: { size: 'small', ...spec } };
  await eventually(async () => ((await client.post(widgetsPath(), widget)).status === 201 ? true : undefined), { deadlineMs, what: `${who} to order the widget ${name}` });
}

/** Waits until the Go provider has answered the newest spec of a widget. */
export async function whenWidgetReady({ client, name: who }: Consumer, name: string): Promise<RawBody> {
  return eventually(
    async () => {
      const { body } = await client.get(widgetsPath(name));
      const isCurrent = dig(body, 'status', 'observedGeneration') === dig(body, 'metadata', 'generation');
      return isCurrent && dig(body, 'status', 'phase') === 'Ready' ? body : undefined;
    },
    { deadlineMs, what: `${who}'s widget ${name} to be Ready` },
  );
}

const rules = [
  { apiGroups: ['apis.kcp.io'], resources: ['apiexportendpointslices'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['apis.kcp.io'], resources: ['apiexports/content'], resourceNames: [widgetGroup], verbs: ['*'] },
];

/** Schemas are never changed: each version is one of its own. */
function schemaName(version: string): string {
  return `${version}.widgets.${widgetGroup}`;
}

function schemaOf(version: string, more: RawBody): RawBody {
  return {
    apiVersion: 'apis.kcp.io/v1alpha1',
    kind: 'APIResourceSchema',
    metadata: { name: schemaName(version) },
    spec: {
      group: widgetGroup,
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      scope: 'Namespaced',
      versions: [{ name: 'v1alpha1', served: true, storage: true, subresources: { status: {} }, schema: widgetSchema(more) }],
    },
  };
}

function widgetSchema(more: RawBody): RawBody {
  return {
    type: 'object',
    properties: {
      spec: { type: 'object', properties: { size: text, note: text, stamp: text, ...more } },
      status: {
        type: 'object',
        properties: { observedGeneration: { type: 'integer' }, phase: text, seen: text, conditions: { type: 'array', items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } },
      },
    },
  };
}

function exportOf(version: string): RawBody {
  return {
    apiVersion: 'apis.kcp.io/v1alpha2',
    kind: 'APIExport',
    metadata: { name: widgetGroup },
    spec: { resources: [{ group: widgetGroup, name: 'widgets', schema: schemaName(version) }] },
  };
}
