import type { Admission } from '../../registry/type/admission.js';
import { forbidden, type Cause } from '../../server/answer/api-error.js';
import { SchemaProblem } from '../../schema/read-schema.js';
import { objectAt, objectsAt, textAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import { withRulesNotChecked } from '../../schema/validate.js';
import { sameJson } from '../../storage/json/same-json.js';
import { typeOf } from './schema-types.js';

const SUBJECT = { group: 'apis.kcp.io', plural: 'apiresourceschemas' };
const PREFIX = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const VERSION = /^v[1-9][0-9]*([a-z]+[1-9][0-9]*)?$/;
/** Groups of one segment that kcp lets pass. */
const SHORT_GROUPS = new Set(['', 'apps', 'autoscaling', 'batch', 'policy', 'extensions']);

/** Rules of APIResourceSchema objects: kcp's admission answers 403, the CRD rules 422. */
export const apiResourceSchemaAdmission: Admission = {
  prepareCreate(object) {
    object.spec = { ...objectAt(object.spec), nameValidation: objectAt(object.spec).nameValidation ?? 'DNS1123Subdomain' };
  },
  admit(object, old) {
    if (old !== undefined) {
      if (!sameJson(object.spec, old.spec)) throw refused(object, 'spec: Invalid value: field is immutable');
      return;
    }
    const fault = nameFault(object) ?? namesFault(objectAt(object.spec)) ?? storageFault(objectAt(object.spec));
    if (fault !== undefined) throw refused(object, fault);
    checkSchemas(object);
  },
  validate(object, old) {
    return old === undefined ? withRulesNotChecked(definitionFaults(objectAt(object.spec))) : [];
  },
};

function refused(object: KubeObject, why: string): Error {
  return forbidden(SUBJECT, object.metadata.name, why);
}

function nameFault(object: KubeObject): string | undefined {
  const spec = objectAt(object.spec);
  const group = textAt(spec.group) ?? '';
  const plural = textAt(objectAt(spec.names).plural) ?? '';
  const [prefix = '', ...rest] = object.metadata.name.split('.');
  const wanted = `${plural}.${group === '' ? 'core' : group}`;
  if (!PREFIX.test(prefix) || rest.join('.') !== wanted) return `metadata.name: Invalid value: must match <prefix>.${wanted}, the prefix beginning with a lower-case letter`;
  if (!group.includes('.') && !SHORT_GROUPS.has(group)) return `spec.group: Invalid value: ${JSON.stringify(group)}: should be a domain with at least one dot`;
  return undefined;
}

function namesFault(spec: JsonObject): string | undefined {
  const names = objectAt(spec.names);
  const missing = ['plural', 'singular', 'kind', 'listKind'].find((field) => textAt(names[field]) === undefined);
  return missing === undefined ? undefined : `spec.names.${missing}: Required value`;
}

function storageFault(spec: JsonObject): string | undefined {
  const versions = objectsAt(spec.versions);
  const stored = versions.filter((version) => version.storage === true).length;
  return versions.length === 0 || stored === 1 ? undefined : 'spec.versions: Invalid value: must have exactly one version marked as storage version';
}

function checkSchemas(object: KubeObject): void {
  try {
    typeOf(object, '');
  } catch (error) {
    if (error instanceof SchemaProblem) throw refused(object, `spec.versions.schema.${error.message}`);
    throw error;
  }
}

function definitionFaults(spec: JsonObject): Cause[] {
  const faults: Cause[] = [];
  const versions = objectsAt(spec.versions);
  if (versions.length === 0) faults.push({ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.versions' });
  if (spec.scope !== 'Namespaced' && spec.scope !== 'Cluster') {
    faults.push({ reason: 'FieldValueNotSupported', message: `Unsupported value: ${JSON.stringify(spec.scope)}: supported values: "Cluster", "Namespaced"`, field: 'spec.scope' });
  }
  for (const [index, version] of versions.entries()) {
    if (!VERSION.test(textAt(version.name) ?? '')) {
      faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(version.name)}: spec.versions[${index}].name in body should match '${VERSION.source}'`, field: `spec.versions[${index}].name` });
    }
    if (version.schema === undefined) faults.push({ reason: 'FieldValueRequired', message: 'Required value', field: `spec.versions[${index}].schema` });
  }
  if (versions.length > 1 && spec.conversion === undefined) {
    faults.push({ reason: 'FieldValueInvalid', message: 'Invalid value: "object": conversion must be specified when multiple versions exist', field: 'spec' });
  }
  return faults;
}
