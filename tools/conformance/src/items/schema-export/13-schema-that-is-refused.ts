import { dig } from '@kcp-runtime/testing';
import type { RawBody } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { widgetResourceSchema } from '../../world/widgets.js';
import { SCHEMAS } from '../../world/world.js';

/** A good schema with another name or spec. */
function changed(name: string, spec: RawBody = {}): RawBody {
  const good = widgetResourceSchema(name);
  return { ...good, spec: { ...(good['spec'] as RawBody), ...spec } };
}

export const schemaThatIsRefused: Item = {
  number: '13',
  section: 'schema and export',
  title: 'a schema with a wrong name is 403, and one that a CRD could not have is 422',
  check: async ({ provider }) => {
    const post = (schema: RawBody) => provider.client.post(SCHEMAS, schema);
    const [version] = dig(widgetResourceSchema('x'), 'spec', 'versions') as RawBody[];
    const { schema: _schema, ...withoutSchema } = version ?? {};

    expectRefusal(await post(changed('v1.gadgets.conformance.example.io')), 403, 'Forbidden');
    expectRefusal(await post(changed('1v.widgets.conformance.example.io')), 403, 'Forbidden');
    expectRefusal(await post(changed('v1.widgets.single', { group: 'single' })), 403, 'Forbidden');
    expectRefusal(await post(changed('V1.widgets.conformance.example.io')), 422, 'Invalid');
    expectRefusal(await post(changed('v2.widgets.conformance.example.io', { versions: [withoutSchema] })), 422, 'Invalid');
    expectRefusal(await post(changed('v3.widgets.conformance.example.io', { versions: [version, { ...version, name: 'v2', storage: false }] })), 422, 'Invalid');
  },
};
