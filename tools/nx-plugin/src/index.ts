export type { ApiSchema } from './api/api.generator.js';
export type { FromCrdSchema } from './from-crd/from-crd.generator.js';
export type { ReferenceKind, Workload } from './plan/api-plan.js';
export type { Mode, ProviderSchema } from './plan/provider-plan.js';
