/** The answer of `/version`: the kcp that this server is measured against. */
export const SERVER_VERSION = {
  major: '1',
  minor: '36',
  gitVersion: 'v1.36.0+kcp-v0.32.3',
  gitCommit: 'emulator',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: 'none',
  compiler: 'none',
  platform: 'node',
} as const;
