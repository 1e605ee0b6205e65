import { Describe } from '@kcp-runtime/schema';
import type { KubeObject } from '@kcp-runtime/kube';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { readConditions } from '../status/conditions.js';

const PHASES = ['Progressing', 'Ready', 'Terminating'] as const;

/**
 * One object of a set, as openMCP's services list them in `status.resources`. In a status class:
 * `@IsOptional() @ItemsOf(() => AppliedResource) resources?: AppliedResource[]`.
 */
export class AppliedResource {
  @IsString() @Describe('Kind of the object.') kind!: string;
  @IsString() @Describe('Name of the object.') name!: string;
  @IsOptional() @IsString() @Describe('Namespace of the object; none for a kind without namespaces.') namespace?: string;
  @IsIn(PHASES) @Describe('How the object is.') phase!: (typeof PHASES)[number];
  @IsOptional() @IsString() @Describe('What the object itself says about that.') message?: string;
}

/** The object in short. One that has no condition `Ready` or `Available` is ready when it is there. */
export function appliedResource({ kind, metadata, status }: KubeObject): AppliedResource {
  const { name, namespace, deletionTimestamp } = metadata;
  const condition = readConditions(status).find(({ type }) => type === 'Ready' || type === 'Available');
  const isReady = condition === undefined || condition.status === 'True';
  const phase = deletionTimestamp !== undefined ? 'Terminating' : isReady ? 'Ready' : 'Progressing';
  const message = isReady ? undefined : condition.message;
  return { kind, name, phase, ...(namespace === undefined ? {} : { namespace }), ...(message === undefined ? {} : { message }) };
}
