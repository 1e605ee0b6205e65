/**
 * `spec.kcp` of a ProviderConfig: where and how a provider is offered through kcp. These classes go
 * through the same reader as an author's, so that schema and validation can't differ.
 */
import { ArrayMaxSize, ArrayMinSize, IsIn, IsInt, IsOptional, IsString, Length, Matches, MaxLength, Min, MinLength } from 'class-validator';

import { Default } from '../decorators/default.js';
import { Describe } from '../decorators/documentation.js';
import { DurationString } from '../values/duration-string.js';
import { dnsLabelPattern, dnsSubdomainPattern } from '../values/secret-ref.js';
import { FreeForm, ItemsOf, MapOf, Nested } from '../decorators/shape.js';

/** The Secret with the kubeconfig for the provider workspace. */
export class KubeconfigSecret {
  @Describe('Name of the Secret on the platform cluster.')
  @IsString() @MinLength(1) @MaxLength(253) @Matches(dnsSubdomainPattern)
  name!: string;

  @Describe('Namespace of the Secret on the platform cluster.')
  @IsString() @MinLength(1) @MaxLength(63) @Matches(dnsLabelPattern)
  namespace!: string;

  @Describe('Key of the Secret under which the kubeconfig stands.')
  @Default('kubeconfig') @IsString() @MinLength(1) @MaxLength(253) @Matches(/^[-._a-zA-Z0-9]+$/)
  key!: string;
}

/** A name or an IPv4 address, or an IPv6 address in brackets; and a port. */
const hostPattern = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?)(:[0-9]{1,5})?$/;

/** A host that the provider reaches under another name than kcp says. */
export class HostRewrite {
  @Describe('Host as kcp names it; with its port, or for all ports.')
  @IsString() @Length(1, 261) @Matches(hostPattern)
  from!: string;

  @Describe('Host to connect to instead; with a port where that is another one too.')
  @IsString() @Length(1, 261) @Matches(hostPattern)
  to!: string;
}

/** What the APIExport is called and carries. */
export class ExportSettings {
  @Describe('Name of the APIExport; the API group when left out.')
  @IsOptional() @IsString() @MaxLength(253) @Matches(dnsSubdomainPattern)
  name?: string;

  @Describe('Labels of the APIExport.')
  @IsOptional() @MapOf(() => String)
  labels?: Record<string, string>;

  @Describe('Annotations of the APIExport.')
  @IsOptional() @MapOf(() => String)
  annotations?: Record<string, string>;
}

/** Who may bind the APIExport. */
export class BindSettings {
  @Describe('Groups that may bind, for example system:authenticated.')
  @IsOptional() @ItemsOf(() => String) @ArrayMaxSize(64) @MinLength(1, { each: true })
  groups?: string[];

  @Describe('Users that may bind.')
  @IsOptional() @ItemsOf(() => String) @ArrayMaxSize(64) @MinLength(1, { each: true })
  users?: string[];
}

/** kcp's own upper bound for what consumers may do with the bound API, in kcp's own shape. */
export class MaximalPermissionPolicy {
  @Describe('The policy is kept by RBAC in the provider workspace.')
  @FreeForm()
  local!: Record<string, unknown>;
}

/** Bounds that keep one tenant from crowding out the others. */
export class KcpLimits {
  @Describe('Orders that one tenant may have at a time.')
  @IsOptional() @IsInt() @Min(1)
  ordersPerTenant?: number;
}

/** `spec.kcp`: its presence switches kcp on. */
export class KcpSettings {
  @Describe('Path of the workspace that holds the APIExport, for example root:providers:postgres.')
  @IsString() @Length(1, 1024)
  @Matches(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(:[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/)
  providerWorkspace!: string;

  @Describe('The Secret with the kubeconfig for that workspace.')
  @Nested(() => KubeconfigSecret)
  kubeconfigSecret!: KubeconfigSecret;

  @Describe('Hosts that are reached under another name than kcp says.')
  @IsOptional() @ItemsOf(() => HostRewrite, { keys: ['from'] }) @ArrayMinSize(1) @ArrayMaxSize(64)
  hosts?: HostRewrite[];

  @Describe('What the APIExport is called and carries.')
  @IsOptional() @Nested(() => ExportSettings)
  export?: ExportSettings;

  @Describe('Who may bind the APIExport.')
  @IsOptional() @Nested(() => BindSettings)
  bind?: BindSettings;

  @Describe('Upper bound for what consumers may do with the bound API.')
  @IsOptional() @Nested(() => MaximalPermissionPolicy)
  maximalPermissionPolicy?: MaximalPermissionPolicy;

  @Describe('What becomes of export, role and schemas when kcp is switched off and nobody binds them any more.')
  @Default('Retain') @IsIn(['Retain', 'Delete'])
  deletionPolicy!: 'Retain' | 'Delete';

  @Describe('What becomes of what stands outside for orders that are gone without a clean-up. Remove cleans up without knowing what their specs said.')
  @Default('Report') @IsIn(['Report', 'Remove'])
  orphans!: 'Report' | 'Remove';

  @Describe('How long nothing must change before Remove cleans up.')
  @Default('10m') @DurationString({ min: '1s' })
  orphanGrace!: string;

  @Describe('Bounds that keep one tenant from crowding out the others.')
  @IsOptional() @Nested(() => KcpLimits)
  limits?: KcpLimits;
}
