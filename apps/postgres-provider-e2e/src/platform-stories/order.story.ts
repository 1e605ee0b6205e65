import { beforeAll, expect, it } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { ControlPlaneTenant } from '../platform-stage/control-plane-tenant.js';
import { itKeepsSecrets } from './platform-story.js';
import type { OnStage } from './platform-story.js';

/** The plain way of an order, from its beginning to the end of its ControlPlane. */
export function orders(stage: OnStage): void {
  let green: ControlPlaneTenant;

  beforeAll(async () => {
    [green] = await Promise.all([stage().tenant('green'), stage().installProvider()]);
  }, 240_000);

  it('becomes Ready, and its login works', async () => {
    await green.orderDatabase();
    await green.whenReady('green');
    const [row] = await green.query('green');
    expect(dig(row, 'database')).toBe((await green.connection('green')).database);
  });

  it('asked the platform for no more than the offer needs', async () => {
    const request = (await stage().accessRequests()).get('postgres--green--mcp');
    const rules = dig(request, 'spec', 'token', 'permissions', 0, 'rules') as { resources: string[]; verbs: string[] }[];
    expect(rules.flatMap(({ resources }) => resources)).not.toContain('*');
    expect(rules.flatMap(({ verbs }) => verbs)).not.toContain('*');
    expect(dig(request, 'spec', 'token', 'roleRefs')).toBeUndefined();
  });

  it('takes over a changed spec', async () => {
    await green.change('green', { spec: { connections: 3 } });
    await green.whenReady('green');
    const { username } = await green.connection('green');
    expect(await stage().postgres.query('SELECT rolconnlimit AS limit FROM pg_roles WHERE rolname = $1', [username])).toEqual([{ limit: 3 }]);
  });

  itKeepsSecrets(stage);

  it('goes with its ControlPlane, and leaves nothing behind', async () => {
    const { database } = await green.connection('green');
    await stage().dismiss(green);
    expect(await stage().postgres.query('SELECT datname FROM pg_database WHERE datname = $1', [database])).toEqual([]);
    expect([...(await stage().accessRequests()).keys()]).not.toContain('postgres--green--mcp');
  });
}
