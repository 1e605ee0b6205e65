import type { JsonObject } from '../../storage/kube-object.js';
import { META_REFERENCE } from './kubernetes-schemas.js';

const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';

/** The fields of an object itself, with the words that every Kubernetes has for them. */
export const OBJECT_PROPERTIES: JsonObject = {
  apiVersion: {
    type: 'string',
    description: `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${CONVENTIONS}#resources`,
  },
  kind: {
    type: 'string',
    description: `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${CONVENTIONS}#types-kinds`,
  },
  metadata: { description: `Standard object's metadata. More info: ${CONVENTIONS}#metadata`, allOf: [META_REFERENCE] },
};
