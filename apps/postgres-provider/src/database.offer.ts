import { defineOffer, manages, reads } from '@kcp-runtime/nest';
import { Database } from './api/database.js';
import { PostgresConfig } from './config/postgres-config.js';

/** Databases, as many as a tenant likes. */
export const databases = defineOffer(Database, {
  config: PostgresConfig,
  customer: [manages('', 'secrets')],
  workload: ({ spec, config }) => spec.plan === 'dedicated' && config.dedicated !== undefined,
  workloadRights: [manages('', 'namespaces'), manages('', 'secrets'), manages('', 'services'), manages('apps', 'statefulsets'), reads('', 'pods')],
  instances: 'many',
  references: ({ config }) => [{ kind: 'Secret', name: config.serverSecret.name }],
});
