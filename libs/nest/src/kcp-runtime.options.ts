import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { Provider } from './offer/provider.js';

const definition = new ConfigurableModuleBuilder<Provider>({ moduleName: 'KcpRuntime' })
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createProvider')
  .setExtras({ isGlobal: true }, (module, { isGlobal }) => ({ ...module, global: isGlobal }))
  .build();

/** The base of the module: `forRoot(provider)` and `forRootAsync({ useFactory: … })`. */
export const ConfigurableKcpRuntime: typeof definition.ConfigurableModuleClass = definition.ConfigurableModuleClass;

/** The provider: what `defineProvider` made. */
export const PROVIDER = definition.MODULE_OPTIONS_TOKEN;

/** How the process was called ({@link RuntimeSettings}). `runProvider` provides it; without it the module finds and checks handlers, and starts nothing. */
export const RUNTIME_SETTINGS: unique symbol = Symbol('@kcp-runtime/nest settings');

/** Makes the life of the runtime ({@link MakeLife}); a test may put another here. */
export const MAKE_LIFE: unique symbol = Symbol('@kcp-runtime/nest life');
