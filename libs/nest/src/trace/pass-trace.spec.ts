import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanStatusCode, context, trace } from '@opentelemetry/api';
import type { Context, ContextManager, Span, SpanStatus, Tracer } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LoopFixture } from '../fixture/loop.fixture.js';
import type { LoopSettings } from '../fixture/loop.fixture.js';
import type { Order } from '../offer/order.js';

interface Recorded {
  readonly name: string;
  readonly parent: string | undefined;
  readonly attributes: Record<string, unknown>;
  status: SpanStatus | undefined;
  isEnded: boolean;
}

/** What an SDK is to the API: keeps each span, and knows below which it was begun. */
class RecordingSdk {
  readonly spans: Recorded[] = [];
  readonly #names = new WeakMap<object, string>();

  register(): void {
    context.setGlobalContextManager(new Contexts());
    const tracer = { startActiveSpan: (name: string, work: (span: Span) => unknown) => this.#begin(name, work) } as unknown as Tracer;
    trace.setGlobalTracerProvider({ getTracer: () => tracer });
  }

  named(name: string): Recorded | undefined {
    return this.spans.find((span) => span.name === name);
  }

  #begin(name: string, work: (span: Span) => unknown): unknown {
    const above = trace.getSpan(context.active());
    const recorded: Recorded = { name, parent: above === undefined ? undefined : this.#names.get(above), attributes: {}, status: undefined, isEnded: false };
    this.spans.push(recorded);
    const span = {
      isRecording: () => true,
      setAttribute: (key: string, value: unknown) => void (recorded.attributes[key] = value),
      setAttributes: (values: object) => void Object.assign(recorded.attributes, values),
      setStatus: (status: SpanStatus) => void (recorded.status = status),
      end: () => void (recorded.isEnded = true),
    } as unknown as Span;
    this.#names.set(span, name);
    return context.with(trace.setSpan(context.active(), span), () => work(span));
  }
}

class Contexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();
  active = (): Context => this.#storage.getStore() ?? ROOT_CONTEXT;
  with = <A extends unknown[], F extends (...args: A) => ReturnType<F>>(active: Context, work: F, self?: ThisParameterType<F>, ...args: A): ReturnType<F> =>
    this.#storage.run(active, () => work.call(self as never, ...args));
  bind = <T>(_context: Context, target: T): T => target;
  enable = (): this => this;
  disable = (): this => this;
}

describe('the spans of the loop', () => {
  let sdk: RecordingSdk;
  let loop: LoopFixture | undefined;

  const start = (settings?: LoopSettings): LoopFixture => (loop = new LoopFixture(settings));

  beforeEach(() => {
    sdk = new RecordingSdk();
    sdk.register();
  });

  afterEach(async () => {
    trace.disable();
    context.disable();
    await loop?.stop();
  });

  it('are one for a pass and one below it for each step, all ended', async () => {
    await start().order();

    expect(sdk.spans.map(({ name }) => name)).toEqual(['order', 'binding', 'operation', 'config', 'spec', 'turn', 'claims', 'finalizer', 'access', 'workload', 'handler', 'status']);
    expect(sdk.spans.slice(1).every(({ parent }) => parent === 'order')).toBe(true);
    expect(sdk.spans.every(({ isEnded }) => isEnded)).toBe(true);
  });

  it('say of the pass which offer, mode and order it was for, without a name that a tenant has chosen', async () => {
    await start().order('secret-plan');

    expect(sdk.named('order')?.attributes).toEqual({
      'kcp_runtime.offer': expect.stringMatching(/^boxes/),
      'kcp_runtime.mode': 'kcp',
      'kcp_runtime.identity': expect.stringMatching(/^[a-z0-9]{26}$/),
      'kcp_runtime.reconcile_id': expect.stringMatching(/^[0-9a-f]{16}$/),
      'kcp_runtime.ended': 'provided',
    });
    expect(JSON.stringify(sdk.spans)).not.toContain('secret-plan');
  });

  it('bear the id that stands in every log line of the pass', async () => {
    const onOrder = (order: Order): never => {
      order.log.info('begun');
      throw new Error('broken');
    };
    await start({ handlers: { onOrder } }).order();

    const ids = loop?.logged.map((line) => /"reconcileID":"(\w+)"/.exec(line)?.[1]) ?? [];
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids.slice(0, 2))).toEqual(new Set([sdk.named('order')?.attributes['kcp_runtime.reconcile_id']]));
  });

  it('show the step that failed by the class of the error, and not by its words', async () => {
    const onOrder = (): never => {
      throw new TypeError('password=hunter2hunter2');
    };
    await start({ handlers: { onOrder } }).order();

    expect(sdk.named('handler')?.status).toEqual({ code: SpanStatusCode.ERROR, message: 'TypeError' });
    expect(JSON.stringify(sdk.spans)).not.toContain('hunter2');
  });

  it('end early where the pass does', async () => {
    await start().order('main', { spec: { size: -1 } });

    expect(sdk.spans.slice(0, 6).map(({ name }) => name)).toEqual(['order', 'binding', 'operation', 'config', 'spec', 'status']);
    expect(sdk.named('spec')?.attributes).toEqual({ 'kcp_runtime.ended': 'refused' });
  });
});
