/** A JSON text with what `JSON.parse` does not tell of it. */
export interface JsonText {
  readonly value: unknown;
  /** Which fields stand there twice, as paths such as `spec.list[0].name`; one for each repetition. */
  readonly doubled: readonly string[];
  /** A number that is too large to be held; `JSON.parse` takes it for infinity. */
  readonly tooLarge: string | undefined;
}

/**
 * Parses a JSON text.
 * @throws SyntaxError
 */
export function parseJson(text: string): JsonText {
  const value: unknown = JSON.parse(text);
  return { value, ...looked(text) };
}

/** An object or a list on the way through a text, and what is read in it now: the field of a name, or the item of a place. */
type Open = { readonly kind: 'object'; readonly names: Set<string>; at: string; isName: boolean } | { readonly kind: 'list'; at: number };

/** The characters that give a text its form. */
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Goes once over a text that is known to be JSON, with a stack of its own: texts are nested deeper than calls may be. */
function looked(text: string): Omit<JsonText, 'value'> {
  const doubled: string[] = [];
  let tooLarge: string | undefined;
  const open: Open[] = [];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case OPEN_OBJECT:
        open.push({ kind: 'object', names: new Set(), at: '', isName: true });
        break;
      case OPEN_LIST:
        open.push({ kind: 'list', at: 0 });
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        break;
      case COMMA:
        next(open.at(-1));
        break;
      case QUOTE: {
        const end = endOfText(text, at);
        noteName(open, text, at, end, doubled);
        at = end;
        break;
      }
      default:
        if (isNumber(text.charCodeAt(at))) {
          const number = numberAt(text, at);
          if (!Number.isFinite(Number(number))) tooLarge ??= number;
          at += number.length - 1;
        }
    }
  }
  return { doubled, tooLarge };
}

function isNumber(code: number): boolean {
  return code === 0x2d || (code >= 0x30 && code <= 0x39);
}

function next(top: Open | undefined): void {
  if (top?.kind === 'object') top.isName = true;
  else if (top !== undefined) top.at += 1;
}

/** Where the text ends that begins with the quotation mark at a place. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}

function noteName(open: readonly Open[], text: string, start: number, end: number, doubled: string[]): void {
  const top = open.at(-1);
  if (top?.kind !== 'object' || !top.isName) return;
  const written = text.slice(start + 1, end);
  top.at = written.includes('\\') ? (JSON.parse(text.slice(start, end + 1)) as string) : written;
  top.isName = false;
  if (top.names.has(top.at)) doubled.push(pathOf(open));
  top.names.add(top.at);
}

function pathOf(open: readonly Open[]): string {
  return open.map((one) => (one.kind === 'list' ? `[${one.at}]` : `.${one.at}`)).join('').replace(/^\./, '');
}

const NUMBER = /-?[\d.]+(?:[eE][-+]?\d+)?/y;

function numberAt(text: string, start: number): string {
  NUMBER.lastIndex = start;
  return NUMBER.exec(text)?.[0] ?? text.charAt(start);
}
