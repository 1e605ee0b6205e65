import { Default, Nested, ProviderConfigApi, Quantity, providerConfigObject } from '@kcp-runtime/nest';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';

/** A Secret in the provider's namespace on the platform cluster. */
export class ServerSecret {
  @IsString()
  @MinLength(1)
  @MaxLength(253)
  name!: string;
}

/** The address that consumers get, where it is not the one that the provider itself uses. */
export class PublicAddress {
  @IsString()
  @MinLength(1)
  host!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(65535)
  port?: number;
}

/** How servers of the plan `dedicated` are run on a workload cluster. */
export class DedicatedServers {
  /** A PostgreSQL image that takes POSTGRES_USER and POSTGRES_PASSWORD as the official one does. */
  @IsString()
  @MinLength(1)
  @Default('postgres:18')
  image!: string;

  /** Size of the volume of a new server. */
  @Quantity()
  @Default('1Gi')
  storage!: string;

  /** How a server is reached from outside its cluster: an address of its own, or a port of the cluster's nodes. */
  @IsIn(['LoadBalancer', 'NodePort'])
  @Default('LoadBalancer')
  service!: 'LoadBalancer' | 'NodePort';
}

/** What the operator says about the server. */
export class PostgresConfigSpec {
  /** Keys `uri` (admin with CREATEDB and CREATEROLE) and `passwordKey`. */
  @Nested(() => ServerSecret)
  serverSecret!: ServerSecret;

  @IsOptional()
  @Nested(() => PublicAddress)
  publicAddress?: PublicAddress;

  /** Connections of an order that names no number. */
  @IsInt()
  @Min(1)
  @Max(500)
  @Default(20)
  defaultConnections!: number;

  /** Left out: the plan `dedicated` is not offered. */
  @IsOptional()
  @Nested(() => DedicatedServers)
  dedicated?: DedicatedServers;
}

@ProviderConfigApi({ group: 'postgres.services.open-control-plane.io', version: 'v1alpha1', kind: 'PostgresConfig' })
export class PostgresConfig extends providerConfigObject(PostgresConfigSpec) {}
