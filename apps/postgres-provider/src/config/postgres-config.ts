import { Default, Nested, ProviderConfigApi, providerConfigObject } from '@kcp-runtime/nest';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';

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
}

@ProviderConfigApi({ group: 'postgres.services.open-control-plane.io', version: 'v1alpha1', kind: 'PostgresConfig' })
export class PostgresConfig extends providerConfigObject(PostgresConfigSpec) {}
