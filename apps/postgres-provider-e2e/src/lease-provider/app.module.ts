import { Module } from '@nestjs/common';
import { KcpRuntimeModule } from '@kcp-runtime/nest';
import { PostHandler } from './post.handler.js';
import { VisitBook } from './visit-book.js';
import { visitsProvider } from './visits.provider.js';

@Module({ imports: [KcpRuntimeModule.forRoot(visitsProvider)], providers: [PostHandler, VisitBook] })
export class VisitsModule {}
