/**
 * OpenTelemetry spans of the loop, made with the API alone. Without an SDK in the app none are made: those that go nowhere would be
 * a tenth of a pass. They name an order
 * by its identity only, and an error by its class: what it says stands in the log, where it is cleaned, under the same id.
 */
import { ProxyTracer, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Span, Tracer } from '@opentelemetry/api';
import { isEnded } from '../reconcile/ended.js';
import type { Ended } from '../reconcile/ended.js';
import type { Pass } from '../reconcile/pass.js';

/** `order` is a pass; the others are its steps, in their order. */
export const SPANS = ['order', 'binding', 'operation', 'config', 'spec', 'turn', 'claims', 'finalizer', 'access', 'workload', 'handler', 'guard', 'status'] as const;

/** A step of a pass that has a span. */
export type TracedStep = Exclude<(typeof SPANS)[number], 'order'>;

/** Makes the spans of passes and their steps. The tracer is asked for whenever a loop begins, so an SDK may be registered until then. */
export class PassTrace {
  readonly #tracer = tracerOfSdk();

  /** One pass, with its steps below it. */
  pass<T>(pass: Pass, work: () => Promise<T>): Promise<T> {
    if (this.#tracer === undefined) return work();
    return this.#tracer.startActiveSpan('order', (span) => {
      if (!span.isRecording()) return work();
      const { owner, served, home, id } = pass;
      span.setAttributes({ 'kcp_runtime.offer': served.name, 'kcp_runtime.mode': home.mode, 'kcp_runtime.identity': owner.identity, 'kcp_runtime.reconcile_id': id });
      return recorded(span, work);
    });
  }

  /** One step of the pass that is at work. */
  step<T>(name: TracedStep, work: () => Promise<T>): Promise<T> {
    if (this.#tracer === undefined) return work();
    return this.#tracer.startActiveSpan(name, (span) => (span.isRecording() ? recorded(span, work) : work()));
  }

  /** A step that only looks at what is known, and so takes no turn of the event loop. */
  look<T>(name: TracedStep, work: () => T): T {
    if (this.#tracer === undefined) return work();
    return this.#tracer.startActiveSpan(name, (span) => {
      try {
        return noted(span, work());
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    });
  }
}

/** What the API hands out where no SDK has been registered yet is a tracer that waits for one. */
function tracerOfSdk(): Tracer | undefined {
  const tracer = trace.getTracer('@kcp-runtime/nest');
  return tracer instanceof ProxyTracer ? undefined : tracer;
}

async function recorded<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return noted(span, await work());
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

function noted<T>(span: Span, result: T): T {
  if (typeof result !== 'object' || result === null || !isEnded(result)) return result;
  const ended: Ended = result;
  span.setAttribute('kcp_runtime.ended', ended.ended);
  if (ended.ended === 'failed') fail(span, ended.error);
  return result;
}

function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'thrown' });
}
