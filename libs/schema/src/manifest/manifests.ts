import type { JsonSchema } from '../structure/json-schema.js';

/** Names of a kind, as a CRD and an APIResourceSchema write them. */
export interface ResourceNames {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** A column of `kubectl get`, as a CRD writes it. */
export interface AdditionalPrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

interface ServedVersion<Schema> {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly schema: Schema;
  readonly subresources: { readonly status: Record<string, never> };
  readonly additionalPrinterColumns: readonly AdditionalPrinterColumn[];
}

interface ResourceSpec<Schema> {
  readonly group: string;
  readonly names: ResourceNames;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly versions: readonly ServedVersion<Schema>[];
}

/** An apiextensions.k8s.io/v1 CustomResourceDefinition. */
export interface CustomResourceDefinition {
  readonly apiVersion: 'apiextensions.k8s.io/v1';
  readonly kind: 'CustomResourceDefinition';
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: ResourceSpec<{ readonly openAPIV3Schema: JsonSchema }>;
}

/** An apis.kcp.io/v1alpha1 APIResourceSchema; unlike in a CRD the schema stands there without a wrapper. */
export interface ApiResourceSchema {
  readonly apiVersion: 'apis.kcp.io/v1alpha1';
  readonly kind: 'APIResourceSchema';
  readonly metadata: { readonly name: string };
  readonly spec: ResourceSpec<JsonSchema>;
}
