import type { CommonStatus } from '../status/common-status.js';
import type { ClassOf } from './class-of.js';
import type { ApiObjectMetadata } from './api-object.js';

/** An order: an object of a service API, with the types of its author's classes. */
export interface ServiceObject<Spec extends object = object, Status extends object = object> {
  apiVersion: string;
  kind: string;
  metadata: ApiObjectMetadata;
  spec: Spec;
  status?: CommonStatus & Partial<Status>;
}

/** What `serviceObject` returns: a class to extend, which still knows its two classes. */
export interface ServiceObjectClass<Spec extends object = object, Status extends object = object> {
  new (): ServiceObject<Spec, Status>;
  readonly specClass: ClassOf<Spec>;
  readonly statusClass: ClassOf<Status>;
}

/** The base of a service API's class: `class Database extends serviceObject(DatabaseSpec, DatabaseStatus) {}`. */
export function serviceObject<Spec extends object, Status extends object>(
  specClass: ClassOf<Spec>,
  statusClass: ClassOf<Status>,
): ServiceObjectClass<Spec, Status> {
  return class implements ServiceObject<Spec, Status> {
    static readonly specClass = specClass;
    static readonly statusClass = statusClass;
    apiVersion!: string;
    kind!: string;
    metadata!: ApiObjectMetadata;
    spec!: Spec;
    status?: CommonStatus & Partial<Status>;
  };
}

/** Spec of an API class: `SpecOf<typeof Database>` is `DatabaseSpec`. */
export type SpecOf<Api extends { readonly specClass: ClassOf }> = InstanceType<Api['specClass']>;

/** Domain fields of a service API's status: `StatusOf<typeof Database>` is `DatabaseStatus`. */
export type StatusOf<Api extends { readonly statusClass: ClassOf }> = InstanceType<Api['statusClass']>;
