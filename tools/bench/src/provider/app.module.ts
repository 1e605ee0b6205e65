import { Module } from '@nestjs/common';
import { KcpRuntimeModule } from '@kcp-runtime/nest';
import { CountingHandler } from './counting.handler.js';
import { widgetProvider } from './widget.js';

@Module({ imports: [KcpRuntimeModule.forRoot(widgetProvider)], providers: [CountingHandler] })
export class AppModule {}
