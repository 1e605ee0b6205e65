import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { causeFields, causeReasons, expectRefusal } from '../../world/expectations.js';
import { widget, widgetPath } from '../../world/widgets.js';

export const defaultsAndPruning: Item = {
  number: '52',
  section: 'writes',
  title: 'defaults are filled in, unknown fields are dropped with a warning or refused when asked for, and a broken schema names its fields',
  servers: 'all',
  check: async ({ orders: client }) => {

    const created = await client.post(widgetPath(), widget('item-52', { spec: { invented: true } }));
    expect(created.status).toBe(201);
    expect(dig(created.body, 'spec')).toEqual({ color: 'red', size: 3 });
    expect(created.warnings).toEqual(['unknown field "spec.invented"']);
    expectRefusal(await client.post(`${widgetPath()}?fieldValidation=Strict`, widget('item-52b', { spec: { invented: true } })), 400, 'BadRequest');

    const invalid = await client.post(widgetPath(), widget('item-52c', { spec: { color: 'pink', size: 0, note: 7 } }));
    expectRefusal(invalid, 422, 'Invalid');
    // The cause without a field says that the rules in CEL were not looked at, since the object is broken already.
    expect(causeFields(invalid).sort()).toEqual(['<nil>', 'spec.color', 'spec.note', 'spec.size']);
    expect(causeReasons(invalid).sort()).toEqual(['FieldValueInvalid', 'FieldValueInvalid', 'FieldValueNotSupported', 'FieldValueTypeInvalid']);

    const incomplete = await client.post(widgetPath(), { ...widget('item-52d'), spec: {} });
    expectRefusal(incomplete, 422, 'Invalid');
    expect([causeFields(incomplete).sort(), causeReasons(incomplete).sort()]).toEqual([
      ['<nil>', 'spec.color'],
      ['FieldValueInvalid', 'FieldValueRequired'],
    ]);
  },
};
