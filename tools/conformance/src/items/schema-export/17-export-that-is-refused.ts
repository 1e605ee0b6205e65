import type { RawBody } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { widgetExport } from '../../world/widgets.js';
import { EXPORTS, uniqueName } from '../../world/world.js';

export const exportThatIsRefused: Item = {
  number: '17',
  section: 'schema and export',
  title: "an export whose schema is another kind's, or whose claim says too little, is refused",
  check: async ({ provider, schema }) => {
    const withClaim = (claim: RawBody) => provider.client.post(EXPORTS, widgetExport(uniqueName('item-17'), schema, [claim]));
    expectRefusal(await provider.client.post(EXPORTS, widgetExport(uniqueName('item-17'), 'v1.gadgets.conformance.example.io')), 403, 'Forbidden');
    expectRefusal(await withClaim({ group: '', resource: 'configmaps' }), 422, 'Invalid');
    expectRefusal(await withClaim({ group: '', resource: 'configmaps', verbs: [] }), 422, 'Invalid');
    expectRefusal(await withClaim({ group: 'foreign.example.io', resource: 'things', verbs: ['get'] }), 403, 'Forbidden');
  },
};
