import { Injectable } from '@nestjs/common';
import { OnDelete, OnOrder, blocked, gone, ready, rejected } from '@kcp-runtime/nest';
import type { DeletionOf, OrderOf, ProvidedBy, References, Removed } from '@kcp-runtime/nest';
import type { DatabaseSpec } from './api/database.js';
import { connectionSecret, connectionSecretName } from './connection-secret.js';
import { hasServer, raiseServer } from './dedicated/dedicated-server.js';
import { databases } from './database.offer.js';
import { DatabaseTaken } from './servers/database-claim.js';
import type { DatabaseLogin } from './servers/database-claim.js';
import { PostgresServers } from './servers/postgres-servers.js';
import { readServerAccess } from './servers/server-access.js';
import type { ServerAccess } from './servers/server-access.js';
import type { PostgresConfigSpec, PublicAddress } from './config/postgres-config.js';

type DatabaseOrder = OrderOf<typeof databases>;
type DatabaseDeletion = DeletionOf<typeof databases>;

/** Provides databases: on the server that the ProviderConfig names, or on one of the order's own. */
@Injectable()
export class DatabaseHandler {
  constructor(private readonly servers: PostgresServers) {}

  @OnOrder(databases)
  async provide(order: DatabaseOrder): Promise<ProvidedBy<typeof databases>> {
    const shared = await serverAccess(order.references, order.config);
    switch (order.spec.plan) {
      case 'shared':
        return this.provideOn(shared, order.config.publicAddress, order);
      case 'dedicated':
        return this.provideDedicated(shared, order);
    }
  }

  @OnDelete(databases)
  async remove(order: DatabaseDeletion): Promise<Removed> {
    if (says(order.spec, 'plan', 'dedicated')) return removeDedicated(order);
    const access = await serverAccess(order.references, order.config);
    if (keepsData(order.spec)) await this.servers.retain(access, order.identity, order.uid, order.signal);
    else await this.servers.drop(access, order.identity, order.uid, order.signal);
    return gone();
  }

  private async provideDedicated({ passwordKey }: ServerAccess, order: DatabaseOrder): Promise<ProvidedBy<typeof databases>> {
    const { identity, workload, config, spec } = order;
    if (config.dedicated === undefined || workload === undefined) return rejected('PlanNotOffered', 'The provider offers no dedicated servers. Order the plan shared');
    if (spec.deletionPolicy === 'Retain') return rejected('RetainNotOffered', RETAIN_NOT_OFFERED);
    const raised = await raiseServer({ identity, workload, config: config.dedicated, passwordKey });
    return raised.kind === 'ready' ? this.provideOn(raised.access, undefined, order) : raised.answer;
  }

  /** @param shown the address that the consumer gets, where it is not the one that the provider uses */
  private async provideOn(access: ServerAccess, shown: PublicAddress | undefined, order: DatabaseOrder): Promise<ProvidedBy<typeof databases>> {
    const { identity, uid, name, spec, config } = order;
    let login: DatabaseLogin;
    try {
      login = await this.servers.ensure({ access, identity, uid, rotation: spec.rotation, connections: spec.connections ?? config.defaultConnections }, order.signal);
    } catch (error) {
      if (error instanceof DatabaseTaken) return rejected('DatabaseTaken', error.message);
      throw error;
    }
    const { host, port, database } = login;
    const place = { host: shown?.host ?? host, port: shown?.port ?? port };
    await order.customer.apply(connectionSecret(order, { ...login, ...place }));
    return ready({ ...place, database, connectionSecret: connectionSecretName(name) });
  }
}

const RETAIN_NOT_OFFERED = 'A dedicated server goes with its order, and its data with it. Set deletionPolicy to Delete, or order the plan shared';

/** The server stands on the workload cluster and goes with the order; only data that was to be kept stops it. */
async function removeDedicated({ identity, workload, spec }: DatabaseDeletion): Promise<Removed> {
  const mayLoseData = !keepsData(spec) || workload?.kind !== 'reachable' || !(await hasServer(workload.client, identity));
  return mayLoseData ? gone() : blocked('RetainNotOffered', RETAIN_NOT_OFFERED);
}

function keepsData(spec: DatabaseDeletion['spec']): boolean {
  return says(spec, 'deletionPolicy', 'Retain');
}

/** A spec that is no longer valid may still say what is to become of the data: losing it is what nobody can mend. */
function says({ value }: DatabaseDeletion['spec'], property: keyof DatabaseSpec, word: string): boolean {
  return typeof value === 'object' && value !== null && (value as Partial<Record<string, unknown>>)[property] === word;
}

async function serverAccess(references: References, config: PostgresConfigSpec): Promise<ServerAccess> {
  const { name } = config.serverSecret;
  return readServerAccess(name, await references.secret(name));
}
