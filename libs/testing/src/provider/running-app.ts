import { KcpRuntime, RUNTIME_SETTINGS } from '@kcp-runtime/nest';
import type { RuntimeSettings } from '@kcp-runtime/nest';
import type { DynamicModule, ModuleMetadata } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { TestingModule, TestingModuleBuilder } from '@nestjs/testing';

/** An author's app under test. */
export interface TestedApp {
  /** The author's modules and handlers; the app's root module in `imports` is enough. */
  readonly app: Pick<ModuleMetadata, 'imports' | 'providers'>;
  /** Puts other things in the place of injected ones, as Nest's testing module does. */
  readonly override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
}

/** Starts the app as a process with these settings would, and does not wait for orders. */
export async function startApp({ app, override = (builder) => builder }: TestedApp, settings: RuntimeSettings): Promise<TestingModule> {
  const given = { provide: RUNTIME_SETTINGS, useValue: settings };
  const surroundings: DynamicModule = { module: class TestingSurroundings {}, global: true, providers: [given], exports: [given] };
  const builder = Test.createTestingModule({ ...app, imports: [surroundings, ...(app.imports ?? [])] });
  const running = await (await override(builder).compile()).init();
  await running.get(KcpRuntime).start();
  return running;
}

/** Stops the runtime, then the app, as a process at its end. */
export async function stopApp(app: TestingModule): Promise<void> {
  await app.get(KcpRuntime).stop();
  await app.close();
}
