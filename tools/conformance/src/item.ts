import type { World } from './world/world.js';

/** The groups of the list, in its order. */
export type Section = 'server' | 'workspaces' | 'schema and export' | 'slice' | 'binding' | 'virtual workspace' | 'list and watch' | 'writes' | 'evolution' | 'rights' | 'kubectl' | 'decorators';

/**
 * One thing that kcp does and a client can see: a body that passes on every kcp, real or emulated.
 * It compares status codes, content types, reasons, causes and structural keys, never whole messages.
 */
export interface Item {
  /** Its number in the list, such as `12` or `O2`. */
  readonly number: string;
  readonly section: Section;
  /** What kcp does, in one sentence. */
  readonly title: string;
  /** What it needs beside a kcp that others may use too: one to restart, the kubectl of this machine, or an emulator, where kcp would need a set-up of several processes. */
  readonly needs?: 'own kcp' | 'kubectl' | 'emulator';
  readonly check: (world: World) => Promise<void>;
}
