import { describe, expect, it } from '@jest/globals';
import { EVERYTHING, manages, reads } from '../offer/rights.js';
import { permissionsFor, placeFor } from './permissions.js';

describe('what an AccessRequest asks for', () => {
  it('is what the offer declares, with the verbs that the runtime needs for it', () => {
    expect(permissionsFor('runtime', [manages('', 'secrets'), reads('apps', 'deployments')])).toEqual([
      {
        rules: [
          { apiGroups: [''], resources: ['secrets'], verbs: ['create', 'delete', 'get', 'list', 'patch', 'watch'] },
          { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch'] },
        ],
      },
    ]);
  });

  it('is nothing where nothing is declared', () => {
    expect(permissionsFor('runtime', [])).toEqual([]);
  });

  it('holds optional rights too, since nobody can refuse a part of it', () => {
    expect(permissionsFor('runtime', [reads('', 'events', { optional: true })])[0]?.rules).toHaveLength(1);
  });

  it('lets workers change objects by PUT, as clients other than ours do', () => {
    expect(permissionsFor('worker', [manages('', 'configmaps')])[0]?.rules[0]?.verbs).toContain('update');
  });

  it('is everything in the words of openMCP’s template where no rights are named', () => {
    expect(permissionsFor('runtime', EVERYTHING)).toEqual([{ rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] }]);
  });

  it('names the order’s namespace so that it is made, and gives no more than a look at it', () => {
    expect(placeFor('project-demo--ws-dev')).toEqual({ namespace: 'project-demo--ws-dev', rules: [{ apiGroups: [''], resources: ['namespaces'], verbs: ['get'] }] });
  });
});
