import { describe, expect, it } from '@jest/globals';
import { manages, reads } from './rights.js';

describe('a right', () => {
  it('to manage a kind needs all that create-then-patch needs, and no update', () => {
    expect(manages('', 'secrets')).toEqual({ group: '', resource: 'secrets', use: 'manages', verbs: ['get', 'list', 'watch', 'create', 'patch', 'delete'], need: 'required' });
  });

  it('to read a kind changes nothing', () => {
    expect(reads('apps', 'deployments').verbs).toEqual(['get', 'list', 'watch']);
  });

  it('may be refused by the tenant when it is optional', () => {
    expect(reads('', 'configmaps', { optional: true }).need).toBe('optional');
  });

  it('lists further verbs in one fixed order, so that an export does not change with how they were written', () => {
    expect(reads('', 'pods', { verbs: ['deletecollection', 'update'] })).toEqual(reads('', 'pods', { verbs: ['update', 'deletecollection', 'get'] }));
  });
});
