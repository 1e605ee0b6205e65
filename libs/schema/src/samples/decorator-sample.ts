import type { ServiceObjectClass } from '../api-class/service-object.js';
import type { JsonObject } from '../structure/json-schema.js';

/** One spec and what must become of it. */
export type SampleCase = {
  /** What the spec shows, in words: "one above the maximum". */
  readonly says: string;
  /** Is it accepted by all whom `checkedBy` names? Whoever is not named accepts it. */
  readonly accepted: boolean;
  /** `both`: class-validator and server agree. `server`: only it can know. `class`: no schema can say it. */
  readonly checkedBy: 'both' | 'server' | 'class';
} & (
  | { readonly kind: 'create'; readonly spec: JsonObject }
  /** `from` is created (and always accepted), then replaced as a whole by `to`. */
  | { readonly kind: 'update'; readonly from: JsonObject; readonly to: JsonObject }
);

/** A decorator, an API that uses it, and specs from both sides of each of its limits. */
export interface DecoratorSample {
  readonly decorator: string;
  readonly api: ServiceObjectClass;
  readonly cases: readonly SampleCase[];
}
