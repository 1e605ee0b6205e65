import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { HandlerExplorer } from './discovery/handler.explorer.js';
import { RuntimeHealth } from './health/runtime.health.js';
import { ConfigurableKcpRuntime, MAKE_LIFE } from './kcp-runtime.options.js';
import { KcpRuntime } from './kcp-runtime.js';
import { RuntimeLife } from './life/runtime-life.js';
import type { LifeParts } from './life/runtime-life.js';

/** The runtime as a module of an app: `imports: [KcpRuntimeModule.forRoot(postgres)]`. It is global. */
@Module({
  imports: [DiscoveryModule],
  providers: [HandlerExplorer, RuntimeHealth, KcpRuntime, { provide: MAKE_LIFE, useValue: (parts: LifeParts) => new RuntimeLife(parts) }],
  exports: [KcpRuntime, RuntimeHealth],
})
export class KcpRuntimeModule extends ConfigurableKcpRuntime {}
