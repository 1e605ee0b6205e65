/** The provider as a platform operator sees it: a ServiceProvider, its Job and its Deployment, its Pods, its ProviderConfig. */
import { dig, eventually } from '@kcp-runtime/testing';
import type { PodRun, RawBody, RealPlatform } from '@kcp-runtime/testing';
import { request } from 'undici';
import { apiGroup, providerConfigPath } from '../stage/names.js';
import { whenCondition } from '../stage/when-condition.js';
import { deploymentPath, initJobPath, operationAnnotation, providerImage, providerName, serviceProviderPath, systemNamespace } from './names.js';

const readyDeadlineMs = 120_000;

/** The ServiceProvider `postgres` of a platform. */
export class ServiceProvider {
  constructor(private readonly platform: RealPlatform) {}

  /** Creates it, or changes its number of replicas. */
  async apply({ replicas = 1 }: { readonly replicas?: number } = {}): Promise<void> {
    await this.platform.platform.apply([
      {
        apiVersion: 'openmcp.cloud/v1alpha1',
        kind: 'ServiceProvider',
        metadata: { name: providerName },
        spec: { image: providerImage, runReplicas: replicas, verbosity: 'DEBUG' },
      },
    ]);
  }

  /** Deletes it and does not wait. */
  async delete(): Promise<void> {
    const answer = await this.platform.platform.client.delete(serviceProviderPath);
    if (answer.status !== 200) throw new Error(`ServiceProvider ${providerName} could not be deleted: ${answer.text}`);
  }

  /** Waits until the operator calls it Ready as it is now; else tells what the operator and the provider said. */
  async whenReady(deadlineMs = readyDeadlineMs): Promise<RawBody> {
    let last: RawBody = {};
    try {
      return await eventually(
        async () => {
          last = await this.read();
          const isCurrent = dig(last, 'status', 'observedGeneration') === dig(last, 'metadata', 'generation');
          return isCurrent && dig(last, 'status', 'phase') === 'Ready' ? last : undefined;
        },
        { deadlineMs, what: 'the ServiceProvider to be Ready' },
      );
    } catch (error) {
      throw new Error(`${String(error)}\nIt says: ${JSON.stringify(last['status'])}\n${this.output().slice(-8_000)}`, { cause: error });
    }
  }

  async whenGone(deadlineMs = readyDeadlineMs): Promise<void> {
    const { client } = this.platform.platform;
    await eventually(async () => ((await client.get(serviceProviderPath)).status === 404 ? true : undefined), { deadlineMs, what: 'the ServiceProvider to be gone' });
  }

  async read(): Promise<RawBody> {
    return (await this.platform.platform.client.get(serviceProviderPath)).body;
  }

  /** The Job that the operator made for `init`. */
  async initJob(): Promise<RawBody> {
    return (await this.platform.platform.client.get(initJobPath)).body;
  }

  /** The Deployment that the operator made for `run`. */
  async deployment(): Promise<RawBody> {
    return (await this.platform.platform.client.get(deploymentPath)).body;
  }

  /** The processes of `run` that are there now. */
  pods(): readonly PodRun[] {
    return this.platform.kubelet.pods(`sp-${providerName}-`).filter(({ name }) => !name.startsWith(`sp-${providerName}-init-`));
  }

  /** Name of the Pod that works in this mode: holder of its lease. */
  async leaseHolder(mode: 'standard' | 'kcp' = 'standard'): Promise<unknown> {
    return dig(await this.lease(mode), 'spec', 'holderIdentity');
  }

  /** Waits until the process that works has shown once more that it lives. */
  async whenLeaseRenewed(): Promise<void> {
    const renewedAt = async (): Promise<unknown> => dig(await this.lease('standard'), 'spec', 'renewTime');
    const before = await renewedAt();
    await eventually(async () => ((await renewedAt()) === before ? undefined : true), { deadlineMs: readyDeadlineMs, what: 'the lease to be renewed' });
  }

  /** How often a container of its Pods has been started again. */
  async restarts(): Promise<number> {
    const { body } = await this.platform.platform.client.get(`/api/v1/namespaces/${systemNamespace}/pods`);
    const own = ((body['items'] ?? []) as RawBody[]).filter((pod) => String(dig(pod, 'metadata', 'name')).startsWith(`sp-${providerName}-`));
    return Math.max(0, ...own.map((pod) => Number(dig(pod, 'status', 'containerStatuses', 0, 'restartCount') ?? 0)));
  }

  /** Waits until a container has been started again so often. */
  async whenRestarted(times: number, deadlineMs = readyDeadlineMs): Promise<void> {
    await eventually(async () => ((await this.restarts()) >= times ? true : undefined), { deadlineMs, what: `a Pod of the provider to have been started again ${times} times` });
  }

  /** Kills its processes as a crash would, and waits until the kubelet has started them again. */
  async crash(): Promise<void> {
    const before = await this.restarts();
    for (const pod of this.pods()) pod.signal('SIGKILL');
    await this.whenRestarted(before + 1);
  }

  /** All that its processes have written, `init` included. */
  output(): string {
    return this.platform.kubelet.output(`sp-${providerName}-`);
  }

  /** The figures of all its processes that run. */
  async figures(): Promise<string> {
    const texts = await Promise.all(this.pods().map(async ({ ip }) => (await request(`http://${ip}:8080/metrics`)).body.text()));
    return texts.join('\n');
  }

  /** Creates the ProviderConfig, as soon as `init` has defined its kind. */
  async configure(spec: RawBody): Promise<void> {
    await this.platform.platform.apply([{ apiVersion: `${apiGroup}/v1alpha1`, kind: 'PostgresConfig', metadata: { name: providerName }, spec }], { deadlineMs: readyDeadlineMs });
  }

  async config(): Promise<RawBody> {
    return (await this.platform.platform.client.get(providerConfigPath)).body;
  }

  /** Changes what the ProviderConfig says; it must be there. */
  reconfigure(spec: RawBody): Promise<void> {
    return this.mergeConfig({ spec });
  }

  /** Offers nothing through a kcp any more, and waits until nothing is said about one. */
  async leaveKcp(): Promise<void> {
    await this.reconfigure({ kcp: null });
    await eventually(
      async () => {
        const conditions = (dig(await this.config(), 'status', 'conditions') ?? []) as RawBody[];
        return conditions.some(({ type }) => String(type).startsWith('Kcp')) ? undefined : true;
      },
      { deadlineMs: readyDeadlineMs, what: 'the ProviderConfig to say nothing about a kcp' },
    );
  }

  /** Puts the operation annotation on the ProviderConfig, or takes it away. */
  operate(operation: 'ignore' | 'reconcile' | null): Promise<void> {
    return this.mergeConfig({ metadata: { annotations: { [operationAnnotation]: operation } } });
  }

  /** Waits until a condition of the ProviderConfig has this status and reason; returns its message. */
  whenSays(type: string, status: 'True' | 'False', reason: string): Promise<string> {
    return whenCondition(() => this.config(), { whose: 'the ProviderConfig', type, status, reason }, readyDeadlineMs);
  }

  async deleteConfig(): Promise<void> {
    const answer = await this.platform.platform.client.delete(providerConfigPath);
    if (answer.status !== 200) throw new Error(`The ProviderConfig could not be deleted: ${answer.text}`);
  }

  /** Creates or changes a Secret beside the provider. */
  async putSecret(name: string, values: Readonly<Record<string, string>>): Promise<void> {
    await this.platform.platform.apply([{ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: systemNamespace }, type: 'Opaque', stringData: values }]);
  }

  private async mergeConfig(patch: RawBody): Promise<void> {
    const answer = await this.platform.platform.client.merge(providerConfigPath, patch);
    if (answer.status !== 200) throw new Error(`The ProviderConfig could not be changed: ${answer.text}`);
  }

  private async lease(mode: 'standard' | 'kcp'): Promise<RawBody> {
    return (await this.platform.platform.client.get(`/apis/coordination.k8s.io/v1/namespaces/${systemNamespace}/leases/${providerName}-${mode}`)).body;
  }
}
