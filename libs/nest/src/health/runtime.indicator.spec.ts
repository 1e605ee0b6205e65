import { describe, expect, it } from '@jest/globals';
import { RuntimeHealth } from './runtime.health.js';
import { runtimeIndicator } from './runtime.indicator.js';

describe('the indicator for a health check of the app', () => {
  it('is up once no part waits, and tells of one that stands by', () => {
    const health = new RuntimeHealth();
    health.tell('platform', { state: 'ready' });
    health.tell('kcp', { state: 'standby', reason: 'another process holds the lease' });
    expect(runtimeIndicator(health)).toEqual({ 'kcp-runtime': { status: 'up', platform: 'ready', kcp: 'standby: another process holds the lease' } });
  });

  it('is down with the reason while a part waits, under the name that the app gives it', () => {
    const health = new RuntimeHealth();
    health.tell('platform', { state: 'waiting', reason: 'token=abcdef0123456789 was refused' });
    expect(runtimeIndicator(health, 'orders')).toEqual({ orders: { status: 'down', platform: 'waiting: token=<hidden> was refused' } });
  });

  it('is down before the runtime has started', () => {
    expect(runtimeIndicator(new RuntimeHealth())).toEqual({ 'kcp-runtime': { status: 'down' } });
  });
});
