import { join } from 'node:path';
import { kcpBinary } from './availability.mjs';
import { root } from './bootstrap.mjs';

/** Makes an image of the kcp that this machine has, and gives its tag. Needs the built ship project. */
export async function kcpImage(env = process.env) {
  const { makeKcpImage } = await import(join(root, 'tools', 'ship', 'dist', 'index.js'));
  return makeKcpImage(kcpBinary(env));
}
