import { Injectable } from '@nestjs/common';
import { OnDelete, OnOrder, gone, ready, rejected } from '@kcp-runtime/nest';
import type { DeletionOf, OrderOf, ProvidedBy, References, Removed } from '@kcp-runtime/nest';
import { connectionSecret, connectionSecretName } from './connection-secret.js';
import { databases } from './postgres.provider.js';
import { DatabaseTaken } from './servers/database-claim.js';
import type { DatabaseLogin } from './servers/database-claim.js';
import { PostgresServers } from './servers/postgres-servers.js';
import { readServerAccess } from './servers/server-access.js';
import type { ServerAccess } from './servers/server-access.js';
import type { PostgresConfigSpec } from './config/postgres-config.js';

/** Provides databases on the server that the ProviderConfig names. */
@Injectable()
export class DatabaseHandler {
  constructor(private readonly servers: PostgresServers) {}

  @OnOrder(databases)
  async provide(order: OrderOf<typeof databases>): Promise<ProvidedBy<typeof databases>> {
    const access = await serverAccess(order.references, order.config);
    let login: DatabaseLogin;
    try {
      login = await this.servers.ensure(
        { access, identity: order.identity, uid: order.uid, rotation: order.spec.rotation, connections: order.spec.connections ?? order.config.defaultConnections },
        order.signal,
      );
    } catch (error) {
      if (error instanceof DatabaseTaken) return rejected('DatabaseTaken', error.message);
      throw error;
    }
    const shown = publicLogin(login, order.config);
    await order.customer.apply(connectionSecret(order, shown));
    return ready({ host: shown.host, port: shown.port, database: shown.database, connectionSecret: connectionSecretName(order.name) });
  }

  @OnDelete(databases)
  async remove(order: DeletionOf<typeof databases>): Promise<Removed> {
    const access = await serverAccess(order.references, order.config);
    if (keepsData(order.spec)) await this.servers.retain(access, order.identity, order.uid, order.signal);
    else await this.servers.drop(access, order.identity, order.uid, order.signal);
    return gone();
  }
}

/** A spec that is no longer valid may still say what is to become of the data: losing it is what nobody can mend. */
function keepsData({ value }: DeletionOf<typeof databases>['spec']): boolean {
  return typeof value === 'object' && value !== null && 'deletionPolicy' in value && value.deletionPolicy === 'Retain';
}

async function serverAccess(references: References, config: PostgresConfigSpec): Promise<ServerAccess> {
  const { name } = config.serverSecret;
  return readServerAccess(name, await references.secret(name));
}

function publicLogin(login: DatabaseLogin, { publicAddress }: PostgresConfigSpec): DatabaseLogin {
  return publicAddress === undefined ? login : { ...login, host: publicAddress.host, port: publicAddress.port ?? login.port };
}
