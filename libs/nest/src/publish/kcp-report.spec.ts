import { describe, expect, it } from '@jest/globals';
import { KcpReport } from './kcp-report.js';

const well = { status: 'True', reason: 'Connected', message: 'Connected' } as const;

function report() {
  const told = { times: 0 };
  return { report: new KcpReport(() => (told.times += 1)), told };
}

describe('the report of kcp mode', () => {
  it('tells that something is new', () => {
    const { report: reported, told } = report();
    reported.find('KcpConnected', well);
    expect([reported.findings.KcpConnected, told.times]).toEqual([well, 1]);
  });

  it('is silent about what is known already', () => {
    const { report: reported, told } = report();
    reported.find('KcpConnected', well);
    reported.find('KcpConnected', { ...well });
    reported.learn({ server: 'https://kcp' });
    reported.learn({ server: 'https://kcp' });
    expect(told.times).toBe(2);
  });

  it('forgets all when another workspace is served', () => {
    const { report: reported } = report();
    reported.find('KcpConnected', well);
    reported.learn({ server: 'https://kcp' });
    reported.reset();
    expect([reported.findings.KcpConnected.status, reported.facts]).toEqual(['Unknown', {}]);
  });
});
