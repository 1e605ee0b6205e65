import { randomBytes } from 'node:crypto';
import type { Admission } from '../../registry/type/admission.js';
import { forbidden, type Cause } from '../../server/answer/api-error.js';
import { objectAt, objectsAt, textAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import { withRulesNotChecked } from '../../schema/validate.js';
import { withConditions } from '../../control/conditions.js';
import type { Controller } from '../../control/controller-loop.js';
import { identityHash } from '../../workspace/hashes.js';
import type { KcpState } from '../../workspace/kcp-state.js';
import { addNamespace } from '../../workspace/logical-cluster.js';
import { replace } from '../../control/replace.js';
import { readClaim, withClaimKeys } from './export-keys.js';
import { isClaimableBuiltin } from './claimable.js';

const SUBJECT = { group: 'apis.kcp.io', plural: 'apiexports' };
const IDENTITY_NAMESPACE = 'kcp-system';
const SKIP_SLICE = 'apiexports.apis.kcp.io/skip-endpointslice';

/** Rules of APIExport objects. */
export function apiExportAdmission(pathOf: (cluster: string) => string): Admission {
  return {
    prepareCreate(object, { cluster }) {
      annotatePath(object, pathOf(cluster));
      object.spec = withClaimKeys(withStorage(objectAt(object.spec)));
      delete object.status;
    },
    prepareUpdate(object, _old, { cluster }) {
      annotatePath(object, pathOf(cluster));
      object.spec = withClaimKeys(withStorage(objectAt(object.spec)));
    },
    admit(object) {
      const fault = resourceFault(objectAt(object.spec)) ?? claimFault(objectAt(object.spec));
      if (fault !== undefined) throw forbidden(SUBJECT, object.metadata.name, fault);
    },
    validate: (object) => withRulesNotChecked(verbFaults(objectAt(object.spec))),
    admitStatus(object) {
      throw forbidden(SUBJECT, object.metadata.name, 'apiexport status updates not permitted');
    },
  };
}

/** Sets the annotation that names the workspace by its path. */
export function annotatePath(object: KubeObject, path: string): void {
  object.metadata.annotations = { ...object.metadata.annotations, 'kcp.io/path': path };
}

function withStorage(spec: JsonObject): JsonObject {
  if (spec.resources === undefined) return spec;
  return { ...spec, resources: objectsAt(spec.resources).map((entry) => ({ ...entry, storage: entry.storage ?? { crd: {} } })) };
}

function resourceFault(spec: JsonObject): string | undefined {
  for (const entry of objectsAt(spec.resources)) {
    const group = textAt(entry.group) ?? '';
    const ending = `.${String(entry.name)}.${group === '' ? 'core' : group}`;
    if (!String(entry.schema).endsWith(ending)) return `spec.resources.schema: Invalid value: ${JSON.stringify(entry.schema)}: must end in ${ending}`;
  }
  return undefined;
}

function claimFault(spec: JsonObject): string | undefined {
  for (const [index, entry] of objectsAt(spec.permissionClaims).entries()) {
    const claim = readClaim(entry);
    if (claim.identityHash !== '' || claim.group === 'apis.kcp.io' || isClaimableBuiltin(claim.group, claim.plural)) continue;
    return `spec.permissionClaims[${index}].identityHash: Required value: identityHash is required for API types that are not built-in`;
  }
  return undefined;
}

function verbFaults(spec: JsonObject): Cause[] {
  return objectsAt(spec.permissionClaims).flatMap((claim, index) =>
    readClaim(claim).verbs.length > 0 ? [] : [verbFault(claim, `spec.permissionClaims[${index}].verbs`)],
  );
}

function verbFault(claim: JsonObject, field: string): Cause {
  if (claim.verbs === undefined) return { reason: 'FieldValueRequired', message: 'Required value', field };
  return { reason: 'FieldValueInvalid', message: `Invalid value: 0: ${field} in body should have at least 1 items`, field };
}

/** Gives each export its identity and its default endpoint slice. */
export class ExportController implements Controller {
  readonly name = 'exports';
  readonly collections = ['apis.kcp.io/apiexports', 'apis.kcp.io/apiexportendpointslices'];

  constructor(
    private readonly state: KcpState,
    readonly delayMs: () => number,
  ) {}

  keys(collection: { readonly key: string }, change: { readonly type: string; readonly cluster: string; readonly object: KubeObject }): string[] {
    // A default slice bears the name of its export; deleted by hand, it is made again.
    if (collection.key !== 'apis.kcp.io/apiexports' && change.type !== 'DELETED') return [];
    return [`${change.cluster}/${change.object.metadata.name}`];
  }

  reconcile(key: string): undefined {
    const slash = key.indexOf('/');
    const cluster = key.slice(0, slash);
    const found = this.state.find('apis.kcp.io', 'apiexports', cluster, key.slice(slash + 1));
    if (found === undefined) {
      this.dropSlice(cluster, key.slice(slash + 1));
      return;
    }
    const referred = this.withSecret(cluster, found);
    const identified = this.withIdentity(cluster, referred);
    if (objectAt(identified.status).identityHash !== undefined) this.ensureSlice(cluster, identified);
  }

  private withSecret(cluster: string, apiExport: KubeObject): KubeObject {
    const spec = objectAt(apiExport.spec);
    if (objectAt(objectAt(spec.identity).secretRef).name !== undefined) return apiExport;
    const { name } = apiExport.metadata;
    if (this.state.find('', 'namespaces', cluster, IDENTITY_NAMESPACE) === undefined) addNamespace(this.state, cluster, IDENTITY_NAMESPACE);
    if (this.state.find('', 'secrets', cluster, name, IDENTITY_NAMESPACE) === undefined) {
      const data = { key: Buffer.from(randomBytes(16).toString('hex')).toString('base64') };
      this.state.add('', 'secrets', cluster, { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: IDENTITY_NAMESPACE }, type: 'Opaque', data });
    }
    return this.collection().put(cluster, {
      ...apiExport,
      metadata: { ...apiExport.metadata, generation: (apiExport.metadata.generation ?? 1) + 1 },
      spec: { ...spec, identity: { secretRef: { namespace: IDENTITY_NAMESPACE, name } } },
    });
  }

  private withIdentity(cluster: string, apiExport: KubeObject): KubeObject {
    const reference = objectAt(objectAt(objectAt(apiExport.spec).identity).secretRef);
    const secret = this.state.find('', 'secrets', cluster, textAt(reference.name) ?? '', textAt(reference.namespace));
    const encoded = textAt(objectAt(secret?.data).key);
    const status = objectAt(apiExport.status);
    if (encoded === undefined) {
      const conditions = withConditions(status.conditions, [
        { type: 'IdentityValid', status: 'False', severity: 'Error', reason: 'IdentityVerificationFailed', message: 'the identity secret is missing or has no key' },
      ], this.state.clock.timestamp());
      return replace(this.collection(), cluster, apiExport, { ...apiExport, status: { ...status, conditions } });
    }
    const hash = identityHash(Buffer.from(encoded, 'base64').toString());
    const conditions = withConditions(status.conditions, [{ type: 'IdentityValid', status: 'True' }], this.state.clock.timestamp());
    return replace(this.collection(), cluster, apiExport, { ...apiExport, status: { ...status, identityHash: hash, conditions } });
  }

  private ensureSlice(cluster: string, apiExport: KubeObject): void {
    const { name, uid = '', annotations } = apiExport.metadata;
    if (annotations?.[SKIP_SLICE] !== undefined) return;
    if (this.state.find('apis.kcp.io', 'apiexportendpointslices', cluster, name) !== undefined) return;
    this.state.add('apis.kcp.io', 'apiexportendpointslices', cluster, {
      apiVersion: 'apis.kcp.io/v1alpha1',
      kind: 'APIExportEndpointSlice',
      metadata: {
        name,
        generation: 1,
        ownerReferences: [{ apiVersion: 'apis.kcp.io/v1alpha2', kind: 'APIExport', name, uid }],
      },
      spec: { export: { path: this.state.pathOf(cluster), name } },
    });
  }

  private dropSlice(cluster: string, name: string): void {
    const slices = this.state.collection('apis.kcp.io', 'apiexportendpointslices');
    const slice = slices.get(cluster, undefined, name);
    if (slice?.metadata.ownerReferences?.some((owner) => owner.kind === 'APIExport') === true) slices.remove(cluster, slice);
  }

  private collection(): ReturnType<KcpState['collection']> {
    return this.state.collection('apis.kcp.io', 'apiexports');
  }
}
