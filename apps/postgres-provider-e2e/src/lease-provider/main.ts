import { runProvider } from '@kcp-runtime/nest';
import { visitsProvider } from './visits.provider.js';

await runProvider(visitsProvider, async () => (await import('./app.module.js')).VisitsModule);
