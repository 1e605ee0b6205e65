import { describe, expect, it } from '@jest/globals';
import { readSchema } from '../schema/read-schema.js';
import type { JsonObject } from '../storage/kube-object.js';
import { applyFields, type Applied } from './apply.js';
import { schemaShape } from './field-shape.js';
import { afterUpdate, type Owner } from './managers.js';
import { changedFields } from './object-fields.js';

const item = { type: 'object', properties: { name: { type: 'string' }, v: { type: 'integer' } } };
const shape = schemaShape(
  readSchema(
    {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            a: { type: 'string' },
            b: { type: 'string' },
            whole: { type: 'array', items: { type: 'string' } },
            keyed: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], items: item },
          },
        },
      },
    },
    'schema',
  ),
);

function manager(name: string, operation: Owner['operation'] = 'Apply'): Owner {
  return { name, operation, subresource: '', apiVersion: 'g.io/v1', time: 't', fields: undefined };
}

/** Lets managers apply one after the other, beginning with nothing. */
function applied(...steps: readonly [name: string, spec: JsonObject, mode?: 'force'][]): Applied {
  let state: Applied = { object: {}, owners: [] };
  for (const [name, spec, mode] of steps) state = applyFields(state.object, { spec }, shape, state.owners, manager(name), mode ?? 'refuse');
  return state;
}

describe('server-side apply', () => {
  it('keeps what others have set', () => {
    expect(applied(['one', { a: 'x' }], ['two', { b: 'y' }]).object).toEqual({ spec: { a: 'x', b: 'y' } });
  });

  it('takes away what its manager no longer wants', () => {
    expect(applied(['one', { a: 'x', b: 'y' }], ['one', { a: 'x' }]).object).toEqual({ spec: { a: 'x' } });
  });

  it('leaves a field that somebody else wants too', () => {
    expect(applied(['one', { a: 'x', b: 'y' }], ['two', { b: 'y' }], ['one', { a: 'x' }]).object).toEqual({ spec: { a: 'x', b: 'y' } });
  });

  it('is a conflict where it would change what another has', () => {
    expect(() => applied(['one', { a: 'x' }], ['two', { a: 'z' }])).toThrow(
      expect.objectContaining({ code: 409, details: { causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.spec.a' }] } }),
    );
  });

  it('takes the field by force', () => {
    const { object, owners } = applied(['one', { a: 'x' }], ['two', { a: 'z' }, 'force']);
    expect(object).toEqual({ spec: { a: 'z' } });
    expect(owners.filter((owner) => owner.fields?.['f:spec']?.['f:a'] !== undefined).map((owner) => owner.name)).toEqual(['two']);
  });

  it('merges keyed lists by item, and other lists as a whole', () => {
    const { object } = applied(['one', { keyed: [{ name: 'a', v: 1 }], whole: ['x'] }], ['two', { keyed: [{ name: 'b', v: 2 }] }], ['one', { keyed: [], whole: ['y'] }]);
    expect(object).toEqual({ spec: { keyed: [{ name: 'b', v: 2 }], whole: ['y'] } });
  });
});

describe('another write', () => {
  it('takes the fields that it changes from their owners, and forgets removed ones', () => {
    const { owners } = applied(['one', { a: 'x', b: 'y' }]);
    const changes = changedFields({ spec: { a: 'x', b: 'y' } }, { spec: { a: 'z' } }, shape);
    const after = afterUpdate(owners, manager('two', 'Update'), changes);
    expect(after.map(({ name, fields }) => [name, fields?.['f:spec']])).toEqual([
      ['one', undefined],
      ['two', { 'f:a': {} }],
    ]);
  });
});
