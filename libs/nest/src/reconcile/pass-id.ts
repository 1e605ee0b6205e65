import type { Random } from '@kcp-runtime/kube';

const WORD = 0x1_0000_0000;

/** Tells one pass from all others, in its log lines and its span: 16 hexadecimal digits. */
export function passId(random: Random): string {
  return [random(), random()].map((part) => Math.floor(part * WORD).toString(16).padStart(8, '0')).join('');
}
