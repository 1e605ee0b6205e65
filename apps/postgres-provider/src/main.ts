import { runProvider } from '@kcp-runtime/nest';
import { postgres } from './postgres.provider.js';

await runProvider(postgres, async () => (await import('./app.module.js')).AppModule);
