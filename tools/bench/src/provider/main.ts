import { runProvider } from '@kcp-runtime/nest';
import { widgetProvider } from './widget.js';

await runProvider(widgetProvider, async () => (await import('./app.module.js')).AppModule);
