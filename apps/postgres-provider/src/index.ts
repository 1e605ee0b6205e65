/** What the end-to-end tests and the demo use of the provider; it is an application, not a library. */
export { AppModule } from './app.module.js';
export { Database, DatabaseSpec, DatabaseStatus } from './api/database.js';
export { PostgresConfig, PostgresConfigSpec } from './config/postgres-config.js';
export { databases } from './database.offer.js';
export { postgres } from './postgres.provider.js';
