import { Module } from '@nestjs/common';
import { KcpRuntimeModule } from '@kcp-runtime/nest';
import { DatabaseHandler } from './database.handler.js';
import { postgres } from './postgres.provider.js';
import { PostgresServers } from './servers/postgres-servers.js';

@Module({ imports: [KcpRuntimeModule.forRoot(postgres)], providers: [DatabaseHandler, PostgresServers] })
export class AppModule {}
