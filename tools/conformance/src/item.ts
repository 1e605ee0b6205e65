import type { Site } from './world/site.js';
import type { World } from './world/world.js';

/** The groups of the list, in its order. */
export type Section =
  | 'server' | 'workspaces' | 'schema and export' | 'slice' | 'binding' | 'virtual workspace' | 'list and watch' | 'writes' | 'evolution' | 'rights' | 'kubectl' | 'decorators'
  | 'apply' | 'bad input' | 'deletion' | 'machinery';

interface Described {
  /** Its number in the list, such as `12` or `O2`. */
  readonly number: string;
  readonly section: Section;
  /** What the server does, in one sentence. */
  readonly title: string;
  /** What it needs beside a kcp that others may use too: one to restart, any kubectl or the one that was built with the servers of the platform, or an emulator, where kcp would need a set-up of several processes. */
  readonly needs?: 'own kcp' | 'kubectl' | 'built kubectl' | 'emulator';
}

/**
 * One thing that kcp does and a client can see: a body that passes on every kcp, real or emulated.
 * It compares status codes, content types, reasons, causes and structural keys, never whole messages.
 */
export interface KcpItem extends Described {
  readonly servers?: 'kcp';
  readonly check: (world: World) => Promise<void>;
}

/**
 * One thing that is plain Kubernetes. `all`: it passes on every kcp and on a real kube-apiserver. `kubernetes`: it is compared with
 * a real kube-apiserver value by value, and a real kcp, which adds its own, is not asked.
 */
export interface KubernetesItem extends Described {
  readonly servers: 'all' | 'kubernetes';
  readonly check: (site: Site) => Promise<void>;
}

/** One thing that a client can see, for the servers that have it. */
export type Item = KcpItem | KubernetesItem;
