/** Lines that were promised and not printed in this order. `…` stands for anything within a line. */
export function missingLines(promised: string, printed: string): readonly string[] {
  const lines = printed.split('\n');
  let from = 0;
  return promised.split('\n').filter((line) => {
    if (line.trim() === '') return false;
    const found = lines.findIndex((each, index) => index >= from && matches(line, each));
    if (found === -1) return true;
    from = found + 1;
    return false;
  });
}

function matches(promised: string, printed: string): boolean {
  const pattern = promised.trim().split('…').map(escaped).join('.*');
  return new RegExp(`^${pattern}$`).test(printed.trim());
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
