import type { KubeObject } from '@kcp-runtime/kube';
import type { AppliedResource, ApplyOptions, ObjectTarget, WorkloadClient } from '@kcp-runtime/nest';

/**
 * A cluster of one order without a server: it keeps what is applied, as the tenant would see it.
 * It does not know rights, rules or other tenants; for those there is {@link KcpTestingModule}.
 */
export class RecordingClient implements WorkloadClient {
  private readonly kept = new Map<string, KubeObject>();
  private readonly others = new Map<string, KubeObject>();
  private readonly sets = new Map<string, readonly string[]>();
  /** Every object that was applied, in order, also those that are gone again. */
  readonly applied: KubeObject[] = [];
  /** Names of objects that outlive the order. */
  readonly keeps: string[] = [];

  constructor(private readonly namespace: string) {}

  async apply(object: KubeObject, { afterOrder = 'remove' }: ApplyOptions = {}): Promise<KubeObject> {
    const placed = { ...object, metadata: { namespace: this.namespace, ...object.metadata } };
    this.applied.push(placed);
    this.kept.set(this.keyOf({ ...placed, ...placed.metadata }), placed);
    if (afterOrder === 'keep') this.keeps.push(placed.metadata.name);
    return placed;
  }

  async applySet(name: string, objects: readonly KubeObject[]): Promise<readonly AppliedResource[]> {
    const placed = await Promise.all(objects.map((object) => this.apply(object)));
    const members = placed.map((object) => this.keyOf({ ...object, ...object.metadata }));
    for (const former of this.sets.get(name) ?? []) if (!members.includes(former)) this.drop(former);
    this.sets.set(name, members);
    return placed.map(({ kind, metadata }) => ({ kind, name: metadata.name, namespace: metadata.namespace, phase: 'Ready' }));
  }

  async get(target: ObjectTarget): Promise<KubeObject | undefined> {
    return this.shown(this.keyOf(target));
  }

  /** Writes as the cluster itself or somebody else does: fields of status and spec that lie over what is applied. */
  async seed(object: KubeObject): Promise<void> {
    this.others.set(this.keyOf({ ...object, ...object.metadata }), object);
  }

  async delete(target: ObjectTarget): Promise<void> {
    this.drop(this.keyOf(target));
  }

  async kubeconfig(): Promise<string> {
    return 'apiVersion: v1\nkind: Config\n';
  }

  /** The objects that are there. */
  get objects(): readonly KubeObject[] {
    return [...this.kept.keys()].flatMap((key) => this.shown(key) ?? []);
  }

  /** The values of a Secret that is there, decoded; `undefined` where there is none. */
  secret(name: string): Readonly<Record<string, string>> | undefined {
    const found = this.objects.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === name);
    if (!found) return undefined;
    const { data = {}, stringData = {} } = found as { data?: Record<string, string>; stringData?: Record<string, string> };
    const decoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]);
    return { ...Object.fromEntries(decoded), ...stringData };
  }

  private drop(key: string): void {
    this.kept.delete(key);
    this.others.delete(key);
  }

  private shown(key: string): KubeObject | undefined {
    const applied = this.kept.get(key);
    const other = this.others.get(key);
    if (applied === undefined || other === undefined) return applied ?? other;
    const metadata = { ...applied.metadata, ...other.metadata };
    return 'spec' in applied ? { ...applied, ...other, metadata, spec: { ...Object(applied['spec']), ...Object(other['spec']) } } : { ...applied, ...other, metadata };
  }

  private keyOf({ apiVersion, kind, namespace = this.namespace, name }: ObjectTarget): string {
    return [apiVersion, kind, namespace, name].join(' ');
  }
}
