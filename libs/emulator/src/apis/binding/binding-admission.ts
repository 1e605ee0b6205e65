import type { Admission } from '../../registry/type/admission.js';
import { forbidden, type Cause } from '../../server/answer/api-error.js';
import { objectAt, objectsAt, type KubeObject } from '../../storage/kube-object.js';
import { sameJson } from '../../storage/json/same-json.js';
import type { KcpState } from '../../workspace/kcp-state.js';
import { BINDING_FINALIZER, CLAIM_LABEL_PREFIX, EXPORT_LABEL, exportHash, exportReference, withClaimKeys } from '../export/export-keys.js';
import { annotatePath } from '../export/exports.js';
import { findExport, mayBind } from '../export/find-export.js';

const SUBJECT = { group: 'apis.kcp.io', plural: 'apibindings' };

/** Rules of APIBinding objects. */
export function apiBindingAdmission(state: () => KcpState): Admission {
  return {
    prepareCreate(object, { cluster }) {
      annotatePath(object, state().pathOf(cluster));
      object.spec = withClaimKeys(objectAt(object.spec));
      delete object.status;
      object.metadata.finalizers = [...(object.metadata.finalizers ?? []), BINDING_FINALIZER];
    },
    prepareUpdate(object, old) {
      annotatePath(object, old.metadata.annotations?.['kcp.io/path'] ?? '');
      object.spec = withClaimKeys(objectAt(object.spec));
      keepExportLabels(object, old);
    },
    admit(object, old, { cluster, user }) {
      const reference = exportReference(object);
      if (old !== undefined) return;
      if (!mayBind(state(), cluster, reference, user)) {
        throw forbidden(SUBJECT, object.metadata.name, `unable to create APIBinding: no permission to bind to export ${reference.path ?? ''}:${reference.name}`);
      }
      const found = findExport(state(), cluster, reference);
      if (found !== undefined) object.metadata.labels = { ...object.metadata.labels, [EXPORT_LABEL]: exportHash(found.cluster, reference.name) };
    },
    validate: bindingFaults,
    admitStatus(object) {
      throw forbidden(SUBJECT, object.metadata.name, 'apibinding status updates not permitted');
    },
  };
}

function keepExportLabels(object: KubeObject, old: KubeObject): void {
  for (const [key, value] of Object.entries(old.metadata.labels ?? {})) {
    if (key === EXPORT_LABEL || key.startsWith(CLAIM_LABEL_PREFIX)) object.metadata.labels = { ...object.metadata.labels, [key]: value };
  }
}

function bindingFaults(object: KubeObject, old: KubeObject | undefined): Cause[] {
  const faults: Cause[] = [];
  const spec = objectAt(object.spec);
  if (exportReference(object).name === '') faults.push({ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.reference.export' });
  if (old !== undefined && !sameJson(spec.reference, objectAt(old.spec).reference)) {
    faults.push({ reason: 'FieldValueInvalid', message: 'Invalid value: "object": APIExport reference must not be changed', field: 'spec.reference' });
  }
  for (const [index, claim] of objectsAt(spec.permissionClaims).entries()) {
    if (claim.state === 'Accepted' || claim.state === 'Rejected') continue;
    const message = `Unsupported value: ${JSON.stringify(claim.state ?? '')}: supported values: "Accepted", "Rejected"`;
    faults.push({ reason: 'FieldValueNotSupported', message, field: `spec.permissionClaims[${index}].state` });
  }
  return faults;
}
