export type { ApiClass, ProviderConfigApiClass, ServiceApiClass } from './api-class/api-class.js';
export type { ApiObjectMetadata } from './api-class/api-object.js';
export type { ClassOf } from './api-class/class-of.js';
export { providerConfigObject } from './api-class/provider-config-object.js';
export type { ProviderConfigObject, ProviderConfigObjectClass } from './api-class/provider-config-object.js';
export { serviceObject } from './api-class/service-object.js';
export type { ServiceObject, ServiceObjectClass, SpecOf, StatusOf } from './api-class/service-object.js';

export { ProviderConfigApi, ServiceApi } from './api-class/api-decorators.js';
export type { ApiNames } from './api-class/api-decorators.js';
export { Default } from './decorators/default.js';
export { Describe, PrinterColumn } from './decorators/documentation.js';
export { Format } from './decorators/format.js';
export { DurationString, durationMs } from './values/duration-string.js';
export type { DurationLimits } from './values/duration-string.js';
export { Immutable } from './decorators/immutable.js';
export { IntOrString } from './values/int-or-string.js';
export type { CelRule, ElementType, PrinterColumnSettings } from './decorators/marks.js';
export { Quantity } from './values/quantity.js';
export { Rule } from './decorators/rule.js';
export { SecretRef, SecretReference } from './values/secret-ref.js';
export { FreeForm, ItemsOf, MapOf, Nested, Verbatim } from './decorators/shape.js';
export type { MapLimits } from './decorators/shape.js';

export { readApiClass } from './api-class/read-api-class.js';
export { SchemaMistakes } from './mistakes/schema-mistakes.js';
export type { SchemaMistake } from './mistakes/schema-mistakes.js';

export type { ListMerge, ObjectShape, Presence, PropertyNode, Shape, ValueLimits, ValueNode } from './reader/property-tree.js';
export { runtimeOnlyRules } from './reader/runtime-only-rules.js';
export type { RuntimeOnlyRules } from './reader/runtime-only-rules.js';

export type { JsonObject, JsonSchema, JsonValue, ValidationRule } from './structure/json-schema.js';
export { structuralSchema } from './structure/structural-schema.js';

export { apiResourceSchema } from './manifest/api-resource-schema.js';
export { customResourceDefinition } from './manifest/crd.js';
export type { CrdSettings } from './manifest/crd.js';
export type { AdditionalPrinterColumn, ApiResourceSchema, CustomResourceDefinition, ResourceNames } from './manifest/manifests.js';

export { BindSettings, ExportSettings, HostRewrite, KcpLimits, KcpSettings, KubeconfigSecret, MaximalPermissionPolicy } from './provider-config/kcp-settings.js';
export { ConsumerFaultStatus, ConsumersStatus, ConsumerStatus, EndpointStatus, ExportStatus, KcpStatus, OrphansStatus, OrphanStatus, PublishedSchema } from './provider-config/kcp-status.js';
export { CaBundleRef, ProviderConfigSettings, ProviderConfigStatus } from './provider-config/provider-config-settings.js';
export type { ProviderMode } from './provider-config/provider-config-settings.js';
export { CommonStatus, Condition } from './status/common-status.js';

export { providerConfigInstance } from './instance/provider-config-instance.js';
export type { CheckedProviderConfig } from './instance/provider-config-instance.js';
export { toInstance } from './instance/to-instance.js';
export type { Checked, Problem } from './plain/problem.js';

export { breakingChanges } from './change/breaking-change.js';
export type { BreakingChange } from './change/breaking-change.js';

export { decoratorSamples } from './samples/decorator-samples.js';
export type { DecoratorSample, SampleCase } from './samples/decorator-sample.js';
