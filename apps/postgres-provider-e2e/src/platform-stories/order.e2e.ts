import { beforeAll, describe, expect, it } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { ControlPlaneTenant } from '../platform-stage/control-plane-tenant.js';
import { itKeepsSecrets, onPlatform } from './platform-story.js';

describe('a tenant orders a database beside his ControlPlane', () => {
  const stage = onPlatform();
  let red: ControlPlaneTenant;

  beforeAll(async () => {
    [red] = await Promise.all([stage().tenant('red'), stage().installProvider()]);
  }, 240_000);

  it('becomes Ready, and its login works', async () => {
    await red.orderDatabase();
    await red.whenReady('red');
    const [row] = await red.query('red');
    expect(dig(row, 'database')).toBe((await red.connection('red')).database);
  });

  it('asked the platform for no more than the offer needs', async () => {
    const request = (await stage().accessRequests()).get('postgres--red--mcp');
    const rules = dig(request, 'spec', 'token', 'permissions', 0, 'rules') as { resources: string[]; verbs: string[] }[];
    expect(rules.flatMap(({ resources }) => resources)).not.toContain('*');
    expect(rules.flatMap(({ verbs }) => verbs)).not.toContain('*');
    expect(dig(request, 'spec', 'token', 'roleRefs')).toBeUndefined();
  });

  it('takes over a changed spec', async () => {
    await red.change('red', { spec: { connections: 3 } });
    await red.whenReady('red');
    const { username } = await red.connection('red');
    expect(await stage().postgres.query('SELECT rolconnlimit AS limit FROM pg_roles WHERE rolname = $1', [username])).toEqual([{ limit: 3 }]);
  });

  itKeepsSecrets(stage);

  it('goes with its ControlPlane, and leaves nothing behind', async () => {
    const { database } = await red.connection('red');
    await red.deleteControlPlane();
    await red.whenControlPlaneGone();
    expect(await stage().postgres.query('SELECT datname FROM pg_database WHERE datname = $1', [database])).toEqual([]);
    expect([...(await stage().accessRequests()).keys()]).not.toContain('postgres--red--mcp');
  });
});
