/** A tenant in kcp: a person with a workspace of his own who binds the service's API and orders databases, with his own identity. */
import type { RawBody, RawClient, Workspace } from '@kcp-runtime/testing';
import { dig, eventually } from '@kcp-runtime/testing';
import { exportName } from './names.js';
import { Tenant } from './tenant.js';

const readyDeadlineMs = 60_000;

/** What a consumer says to the provider's claims. */
export type Decision = 'Accepted' | 'Rejected';

/** One tenant in one workspace. */
export class Consumer extends Tenant {
  constructor(
    name: string,
    readonly workspace: Workspace,
    /** His own requests, below his workspace. */
    readonly client: RawClient,
    /** His own kubeconfig, for kubectl. */
    readonly kubeconfig: string,
    /** The APIBinding that he was handed, all claims accepted. */
    private readonly handed: RawBody,
  ) {
    super(name, { orders: client, namespace: 'default', customer: client });
  }

  /** Binds the API and waits until it is bound. */
  async bind(decision: Decision = 'Accepted'): Promise<void> {
    await this.decide(decision);
    await eventually(async () => (dig(await this.binding(), 'status', 'phase') === 'Bound' ? true : undefined), {
      deadlineMs: readyDeadlineMs,
      what: `the binding of ${this.name} to be Bound`,
    });
  }

  /** Creates the APIBinding, or changes what it says about the claims. */
  async decide(decision: Decision): Promise<void> {
    const spec = this.handed['spec'] as { readonly permissionClaims: readonly RawBody[] };
    const permissionClaims = spec.permissionClaims.map((claim) => ({ ...claim, state: decision }));
    const binding = { ...this.handed, spec: { ...spec, permissionClaims } };
    // The right to bind is granted by the provider a moment after the export is there.
    await eventually(
      async () => {
        const created = await this.client.post('/apis/apis.kcp.io/v1alpha2/apibindings', binding);
        if (created.status === 201) return true;
        if (created.status !== 409) throw new Error(`The binding was refused with ${created.status}: ${created.text}`);
        const changed = await this.client.merge(`/apis/apis.kcp.io/v1alpha2/apibindings/${exportName}`, { spec: { permissionClaims } });
        if (changed.status !== 200) throw new Error(`The binding could not be changed: ${changed.text}`);
        return true;
      },
      { deadlineMs: readyDeadlineMs, what: `${this.name} to bind` },
    );
  }

  async binding(): Promise<RawBody> {
    return (await this.client.get(`/apis/apis.kcp.io/v1alpha2/apibindings/${exportName}`)).body;
  }

  /** Deletes the binding and does not wait. */
  async unbind(): Promise<void> {
    const answer = await this.client.delete(`/apis/apis.kcp.io/v1alpha2/apibindings/${exportName}`);
    if (answer.status !== 200) throw new Error(`Unbinding failed with ${answer.status}: ${answer.text}`);
  }

  /** Waits until the binding is gone. */
  async whenUnbound(deadlineMs = readyDeadlineMs): Promise<void> {
    const path = `/apis/apis.kcp.io/v1alpha2/apibindings/${exportName}`;
    await eventually(async () => ((await this.client.get(path)).status === 404 ? true : undefined), { deadlineMs, what: `${this.name}'s binding to be gone` });
  }
}
