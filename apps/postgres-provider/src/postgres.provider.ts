import { defineProvider } from '@kcp-runtime/nest';
import { PostgresConfig } from './config/postgres-config.js';
import { databases } from './database.offer.js';

export const postgres = defineProvider({ name: 'postgres', config: PostgresConfig, offers: [databases] });
