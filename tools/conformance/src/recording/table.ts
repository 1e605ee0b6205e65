/** What a run made of one item. */
export interface Row {
  readonly item: string;
  readonly emulator: string;
  readonly kcp: string;
  /** Empty where the two are the same. */
  readonly difference: string;
}

const HEAD: Row = { item: 'item', emulator: 'emulator', kcp: 'kcp', difference: 'first difference' };

/** The rows as text, under one another. */
export function tableText(rows: readonly Row[]): string {
  const all = [HEAD, ...rows];
  const width = (key: 'item' | 'emulator' | 'kcp'): number => Math.max(...all.map((row) => row[key].length));
  const widths = [width('item'), width('emulator'), width('kcp')] as const;
  const line = ({ item, emulator, kcp, difference }: Row): string => `${item.padEnd(widths[0])}  ${emulator.padEnd(widths[1])}  ${kcp.padEnd(widths[2])}  ${difference}`.trimEnd();
  return `${all.map(line).join('\n')}\n`;
}
