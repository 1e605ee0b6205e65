import { Default, Immutable, PrinterColumn, ServiceApi, serviceObject } from '@kcp-runtime/nest';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

/** What a consumer may say about his database. */
export class DatabaseSpec {
  /** `shared`: a database of its own on a server that others use too. `dedicated`: a server of its own on a workload cluster. */
  @IsIn(['shared', 'dedicated'])
  @Immutable()
  @Default('shared')
  plan!: 'shared' | 'dedicated';

  /** The most connections that the login may hold at once. Left out: what the provider's operator has set. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(500)
  connections?: number;

  /** Another number makes another password, and puts it into the connection Secret. */
  @IsInt()
  @Min(0)
  @Default(0)
  rotation!: number;

  /** Whether the data goes with the order, or is kept for the next order of the same name in this namespace (plan `shared` only). */
  @IsIn(['Delete', 'Retain'])
  @Default('Delete')
  deletionPolicy!: 'Delete' | 'Retain';
}

/** Where the database is. The login stands in the Secret `<name>-connection`. */
export class DatabaseStatus {
  @IsOptional()
  @IsString()
  @PrinterColumn({ name: 'Host' })
  host?: string;

  @IsOptional()
  @IsInt()
  port?: number;

  @IsOptional()
  @IsString()
  @PrinterColumn({ name: 'Database' })
  database?: string;

  /** Name of the Secret with the login, in the order's namespace. */
  @IsOptional()
  @IsString()
  connectionSecret?: string;
}

/** A PostgreSQL database, ordered. */
@ServiceApi({ group: 'postgres.services.open-control-plane.io', version: 'v1alpha1', kind: 'Database' })
export class Database extends serviceObject(DatabaseSpec, DatabaseStatus) {}
