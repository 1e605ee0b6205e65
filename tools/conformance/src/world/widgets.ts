import type { RawBody } from '@kcp-runtime/testing';

/** The API that the items order: namespaced widgets with a status. */
export const GROUP = 'conformance.example.io';

/** Path of all widgets, behind a cluster. */
export const ALL_WIDGETS = `/apis/${GROUP}/v1/widgets`;

/** Path of the widgets of a namespace, or of one of them. */
export function widgetPath(name?: string, namespace = 'default'): string {
  return `/apis/${GROUP}/v1/namespaces/${namespace}/widgets${name === undefined ? '' : `/${name}`}`;
}

/** A widget to create. */
export function widget(name: string, more: { readonly spec?: RawBody; readonly metadata?: RawBody } = {}): RawBody {
  return { apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: { name, ...more.metadata }, spec: { color: 'red', ...more.spec } };
}

/** The schema of a widget: a default, limits, an enum, an immutable field and a rule over two fields. */
export const WIDGET_SCHEMA: RawBody = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['color'],
      properties: {
        color: { type: 'string', enum: ['red', 'blue', 'green'] },
        size: { type: 'integer', minimum: 1, maximum: 100, default: 3 },
        note: { type: 'string', maxLength: 40 },
        region: { type: 'string' },
        low: { type: 'integer' },
        high: { type: 'integer' },
        parts: { type: 'array', maxItems: 5, items: { type: 'object', properties: { name: { type: 'string' } } } },
      },
      'x-kubernetes-validations': [
        // An optional field is made immutable at its parent: a rule on the field itself is not asked when the field goes.
        { rule: 'has(oldSelf.region) == has(self.region) && (!has(self.region) || self.region == oldSelf.region)', message: 'region is immutable' },
        { rule: '!has(self.low) || !has(self.high) || self.low <= self.high', message: 'low must not be above high' },
      ],
    },
    status: {
      type: 'object',
      properties: {
        phase: { type: 'string' },
        observedGeneration: { type: 'integer', format: 'int64' },
        conditions: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['type'],
          items: { type: 'object', required: ['type', 'status'], properties: { type: { type: 'string' }, status: { type: 'string' }, reason: { type: 'string' } } },
        },
      },
    },
  },
};

const NAMES = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' };

/** The CRD of widgets, for a server without exports. */
export function widgetDefinition(): RawBody {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${NAMES.plural}.${GROUP}` },
    spec: { group: GROUP, names: NAMES, scope: 'Namespaced', versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: WIDGET_SCHEMA }, subresources: { status: {} } }] },
  };
}

/** An APIResourceSchema of widgets. */
export function widgetResourceSchema(name: string, schema: RawBody = WIDGET_SCHEMA): RawBody {
  return {
    apiVersion: 'apis.kcp.io/v1alpha1',
    kind: 'APIResourceSchema',
    metadata: { name },
    spec: {
      group: GROUP,
      names: NAMES,
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema, subresources: { status: {} } }],
    },
  };
}

/** An APIExport of widgets. */
export function widgetExport(name: string, schema: string, permissionClaims?: readonly RawBody[]): RawBody {
  return {
    apiVersion: 'apis.kcp.io/v1alpha2',
    kind: 'APIExport',
    metadata: { name },
    spec: { resources: [{ group: GROUP, name: 'widgets', schema }], ...(permissionClaims === undefined ? {} : { permissionClaims }) },
  };
}
