import { defineOffer, defineProvider, manages } from '@kcp-runtime/nest';
import { Database } from './api/database.js';
import { PostgresConfig } from './config/postgres-config.js';

/** Databases, as many as a tenant likes. */
export const databases = defineOffer(Database, {
  config: PostgresConfig,
  customer: [manages('', 'secrets')],
  instances: 'many',
  references: ({ config }) => [{ kind: 'Secret', name: config.serverSecret.name }],
});

export const postgres = defineProvider({ name: 'postgres', config: PostgresConfig, offers: [databases] });
