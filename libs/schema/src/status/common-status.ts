import { IsIn, IsInt, IsOptional, IsRFC3339, IsString, Length, Matches, MaxLength, Min } from 'class-validator';

import { Describe } from '../decorators/documentation.js';
import { ItemsOf } from '../decorators/shape.js';

/** A metav1.Condition with the limits that Kubernetes sets it. */
export class Condition {
  @Describe('Type of the condition in CamelCase.')
  @IsString()
  @MaxLength(316)
  @Matches(/^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$/)
  type!: string;

  @Describe('Status of the condition: True, False or Unknown.')
  @IsIn(['True', 'False', 'Unknown'])
  status!: 'True' | 'False' | 'Unknown';

  @Describe('Why the condition has this status, in one CamelCase word.')
  @IsString()
  @Length(1, 1024)
  @Matches(/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/)
  reason!: string;

  @Describe('The same for people.')
  @IsString()
  @MaxLength(32768)
  message!: string;

  @Describe('When the status last changed.')
  @IsRFC3339()
  lastTransitionTime!: string;

  @Describe('Generation of the object that the condition speaks of.')
  @IsOptional() @IsInt() @Min(0)
  observedGeneration?: number;
}

/** What every openMCP status has inline. A status without the first two is refused by the server. */
export class CommonStatus {
  @Describe('Generation of the object that was last looked at.')
  @IsInt()
  observedGeneration!: number;

  @Describe('In one word: Progressing, Ready or Terminating.')
  @IsString()
  phase!: string;

  @Describe('The state in detail.')
  @IsOptional()
  @ItemsOf(() => Condition, { keys: ['type'] })
  conditions?: Condition[];
}

/** The same for a ProviderConfig, whose status has two writers: each applies its own part, so nothing is required. */
export class ProviderConfigCommonStatus {
  @Describe('Generation of the object that was last looked at.')
  @IsOptional() @IsInt()
  observedGeneration?: number;

  @Describe('In one word: Progressing, Ready or Terminating.')
  @IsOptional() @IsString()
  phase?: string;

  @Describe('The state in detail.')
  @IsOptional()
  @ItemsOf(() => Condition, { keys: ['type'] })
  conditions?: Condition[];

  @Describe('When the annotation openmcp.cloud/operation: reconcile was last obeyed.')
  @IsOptional() @IsRFC3339()
  reconciledAt?: string;
}
