import { describe, expect, it } from '@jest/globals';
import { consumersField } from './consumers-field.js';

describe('what the ProviderConfig tells of its consumers', () => {
  it('counts those with a fault and says of the first few what to do', () => {
    const fault = { reason: 'NamingConflicts', message: 'Delete the other one' };
    const faulty = Array.from({ length: 7 }, (_, index) => ({ cluster: `c${index}`, path: `root:c${index}`, fault }));
    expect(consumersField([{ cluster: 'well' }, ...faulty])).toMatchObject({ count: 8, faulty: 7, faults: faulty.slice(0, 5).map(({ cluster, path }) => ({ cluster, path, ...fault })) });
  });

  it('says nothing of faults where there are none', () => {
    expect(consumersField([{ cluster: 'well', path: 'root:well' }])).toEqual({ count: 1, workspaces: [{ cluster: 'well', path: 'root:well' }] });
  });
});
