import { Injectable } from '@nestjs/common';

/** How one part of the runtime is: ready, ready to take over from another process, or waiting and for what. */
export type PartHealth = { readonly state: 'ready' } | { readonly state: 'standby' | 'waiting'; readonly reason: string };

/** What the runtime says about itself: ready once no part waits. */
export interface HealthReport {
  readonly isReady: boolean;
  readonly parts: Readonly<Record<string, PartHealth>>;
}

/**
 * Collects how the runtime's parts are. They tell, whoever serves a readiness probe asks; it serves nothing itself.
 * Without any part the runtime has not started, which is not ready.
 */
@Injectable()
export class RuntimeHealth {
  private readonly parts = new Map<string, PartHealth>();

  /** `part` is a word for people: `config`, `kcp`. */
  tell(part: string, health: PartHealth): void {
    this.parts.set(part, health);
  }

  report(): HealthReport {
    const parts = Object.fromEntries(this.parts);
    return { isReady: this.parts.size > 0 && [...this.parts.values()].every(({ state }) => state !== 'waiting'), parts };
  }
}
