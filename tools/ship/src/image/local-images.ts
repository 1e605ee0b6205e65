import { importLocalRoot } from './local-root.js';

/** A base image with the Node that runs now. @returns its tag */
export function makeLocalBase(): Promise<string> {
  return importLocalRoot({ tag: 'kcp-runtime/local-node:24', program: process.execPath, place: 'usr/local/bin/node', instructions: [] });
}

/** An image of a kcp that this machine has as a binary, for the container driver. @returns its tag */
export function makeKcpImage(binary: string): Promise<string> {
  return importLocalRoot({ tag: 'kcp-runtime/kcp:local', program: binary, place: 'kcp', instructions: ['ENTRYPOINT ["/kcp"]'] });
}
