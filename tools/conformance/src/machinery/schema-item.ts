import type { Item } from '../item.js';
import { digests, kubernetesSchemas } from './kubernetes-schemas.js';

/** `kubectl explain` shows these, and they are many: their digests are compared. */
export const schemasOfKubernetes: Item = {
  number: 'M1',
  section: 'machinery',
  title: "OpenAPI v3 tells of Kubernetes' own kinds what a kube-apiserver tells",
  servers: 'kubernetes',
  check: async (site) => site.expectAsRecorded('machinery', 'schemas', digests(await kubernetesSchemas(site.client))),
};
