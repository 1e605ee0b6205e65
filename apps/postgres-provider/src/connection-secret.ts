import type { KubeObject, OrderOf } from '@kcp-runtime/nest';
import type { databases } from './database.offer.js';
import type { DatabaseLogin } from './servers/database-claim.js';

/** Name of the Secret in which a consumer finds his login. */
export function connectionSecretName(orderName: string): string {
  return `${orderName}-connection`;
}

/** The Secret with the login, for the order's namespace. */
export function connectionSecret(order: Pick<OrderOf<typeof databases>, 'name' | 'namespace'>, login: DatabaseLogin): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: connectionSecretName(order.name), namespace: order.namespace },
    type: 'Opaque',
    data: encoded({
      uri: connectionUri(login),
      host: login.host,
      port: String(login.port),
      database: login.database,
      username: login.username,
      password: login.password,
    }),
  };
}

function connectionUri({ host, port, database, username, password }: DatabaseLogin): string {
  return `postgresql://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${host}:${port}/${encodeURIComponent(database)}`;
}

// `data`, not `stringData`: the server would turn the one into the other, and equal content would look changed.
function encoded(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]));
}
