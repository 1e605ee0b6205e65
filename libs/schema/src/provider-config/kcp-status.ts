/** `status.kcp` of a ProviderConfig: how the provider stands in kcp, for the operator who asks. */
import { IsBoolean, IsInt, IsOptional, IsRFC3339, IsString, Min } from 'class-validator';

import { Describe } from '../decorators/documentation.js';
import { ItemsOf, Nested } from '../decorators/shape.js';

/** One published API. */
export class PublishedSchema {
  @Describe('plural.group of the API.')
  @IsString()
  resource!: string;

  @Describe('Name of the APIResourceSchema that the export serves.')
  @IsString()
  schema!: string;
}

/** What is published. */
export class ExportStatus {
  @Describe('Name of the APIExport.')
  @IsString()
  name!: string;

  @Describe('The logical cluster that the provider workspace is; another one would be another identity.')
  @IsOptional() @IsString()
  logicalCluster?: string;

  @Describe('Identity hash of the export.')
  @IsOptional() @IsString()
  identityHash?: string;

  @Describe('The published APIs.')
  @IsOptional() @ItemsOf(() => PublishedSchema, { keys: ['resource'] })
  schemas?: PublishedSchema[];
}

/** One URL under which orders arrive, one a shard. */
export class EndpointStatus {
  @Describe('URL of the virtual workspace.')
  @IsString()
  url!: string;

  @Describe('Waiting, Listing, Watching or BackingOff.')
  @IsString()
  state!: string;

  @Describe('What is wrong with it and what to do.')
  @IsOptional() @IsString()
  message?: string;
}

/** One workspace that binds. */
export class ConsumerStatus {
  @Describe('Name of the logical cluster.')
  @IsString()
  cluster!: string;

  @Describe('Its path, for people.')
  @IsOptional() @IsString()
  path?: string;
}

/** One workspace that binds, and what is wrong there. */
export class ConsumerFaultStatus extends ConsumerStatus {
  @Describe('One word.')
  @IsString()
  reason!: string;

  @Describe('What is wrong and what to do.')
  @IsString()
  message!: string;
}

/** Who binds. */
export class ConsumersStatus {
  @Describe('How many workspaces bind.')
  @IsInt() @Min(0)
  count!: number;

  @Describe('Some of them; the list may be shorter than the count.')
  @IsOptional() @ItemsOf(() => ConsumerStatus, { keys: ['cluster'] })
  workspaces?: ConsumerStatus[];

  @Describe('How many of them can not be served, or not as they should be.')
  @IsOptional() @IsInt() @Min(0)
  faulty?: number;

  @Describe('Some of those; the list may be shorter than their number.')
  @IsOptional() @ItemsOf(() => ConsumerFaultStatus, { keys: ['cluster'] })
  faults?: ConsumerFaultStatus[];
}

/** One order that is gone without a clean-up. */
export class OrphanStatus {
  @Describe('plural.group of the API.')
  @IsString()
  resource!: string;

  @Describe('Name of the logical cluster.')
  @IsString()
  cluster!: string;

  @Describe('Namespace of the order.')
  @IsString()
  namespace!: string;

  @Describe('Name of the order.')
  @IsString()
  name!: string;

  @Describe('The order that it was; another one may bear its name by now.')
  @IsString()
  uid!: string;
}

/** Orders that are gone without a clean-up. */
export class OrphansStatus {
  @Describe('How many there are.')
  @IsInt() @Min(0)
  count!: number;

  @Describe('Some of them; the list may be shorter than the count.')
  @IsOptional() @ItemsOf(() => OrphanStatus, { keys: ['uid'] })
  orders?: OrphanStatus[];
}

/** `status.kcp`. */
export class KcpStatus {
  @Describe('Is there a connection to the provider workspace?')
  @IsBoolean()
  connected!: boolean;

  @Describe('Path of the provider workspace that this speaks of.')
  @IsOptional() @IsString()
  providerWorkspace?: string;

  @Describe('Server that is connected to.')
  @IsOptional() @IsString()
  server?: string;

  @Describe('What is wrong and what to do.')
  @IsOptional() @IsString()
  message?: string;

  @Describe('When this was last looked at.')
  @IsOptional() @IsRFC3339()
  observedAt?: string;

  @Describe('What is published.')
  @IsOptional() @Nested(() => ExportStatus)
  export?: ExportStatus;

  @Describe('The URLs under which orders arrive.')
  @IsOptional() @ItemsOf(() => EndpointStatus, { keys: ['url'] })
  endpoints?: EndpointStatus[];

  @Describe('Who binds.')
  @IsOptional() @Nested(() => ConsumersStatus)
  consumers?: ConsumersStatus;

  @Describe('Orders that are gone without a clean-up.')
  @IsOptional() @Nested(() => OrphansStatus)
  orphans?: OrphansStatus;

  @Describe('The APIBinding that a consumer applies, as YAML.')
  @IsOptional() @IsString()
  binding?: string;
}
