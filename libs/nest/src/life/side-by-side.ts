import type { Clock, Random } from '@kcp-runtime/kube';
import { untilDone } from '../config/until-done.js';
import type { RuntimeHealth } from '../health/runtime.health.js';
import { messageOf } from '../log/message-of.js';
import type { OrderLog } from '../offer/order.js';
import type { StagesOfStop } from './stages-of-stop.js';

/** One way in which orders come to this process. */
export interface ServiceMode {
  /** As log lines and health call it. */
  readonly name: string;
  /** Resolves when it serves, or has nothing to serve. */
  whenReady(signal?: AbortSignal): Promise<void>;
  /** Serves until it is told to stop and its handlers have returned. Rejects for a fault of ours only, and may then be run again. */
  run(stages: StagesOfStop): Promise<void>;
}

/** Who is told of a mode that breaks. */
export interface SideBySideParts {
  readonly health: Pick<RuntimeHealth, 'tell'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** Runs all modes until they are told to stop. One that breaks begins anew, and the others do not notice. */
export async function runSideBySide(modes: readonly ServiceMode[], stages: StagesOfStop, { health, clock, random, log }: SideBySideParts): Promise<void> {
  const run = async (mode: ServiceMode): Promise<void> => {
    const onFailure = (error: unknown): void => {
      const reason = messageOf(error);
      health.tell(mode.name, { state: 'waiting', reason });
      log.warn(`A fault has ended ${mode.name}; it begins anew`, { reason });
    };
    await untilDone(() => mode.run(stages), { clock, random, signal: stages.stop, onFailure }).catch((error: unknown) => {
      if (!stages.stop.aborted) throw error;
    });
  };
  await Promise.all(modes.map(run));
}
