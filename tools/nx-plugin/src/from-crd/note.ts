/** What somebody who moves an API over must know about the classes that were made of it. Nothing of a CRD is dropped without one. */

/**
 * `lost`: the CRD says it, the classes do not. `changed`: the classes say it otherwise. `runtime`: the runtime's own stands there.
 * `same`: said in other words that mean the same. `verbatim`: nothing differs, but the server alone checks it.
 */
export type NoteKind = 'lost' | 'changed' | 'runtime' | 'same' | 'verbatim';

/** One of these, with its place. */
export interface Note {
  readonly kind: NoteKind;
  /** `spec.ports[].name`; a map's values are `{}`. */
  readonly path: string;
  /** The words of the schema that it is about; none for all that stands at the path and below it. */
  readonly words: readonly string[];
  /** How it is said now. */
  readonly now?: string;
}

/** A note about some words, or about everything at a path. */
export function note(kind: NoteKind, path: string, ...words: readonly string[]): Note {
  return { kind, path, words };
}

/** A note about a word that the classes say otherwise. */
export function changed(path: string, word: string, now: string): Note {
  return { kind: 'changed', path, words: [word], now };
}

const HEADINGS: Readonly<Record<NoteKind, string>> = {
  lost: 'Left out, since no decorator says it',
  changed: 'Not as in the CustomResourceDefinition',
  runtime: "The runtime's own stands in its place",
  same: 'Said in other words that mean the same',
  verbatim: 'As it stood in @Verbatim, so that the server alone checks it',
};

/** Is this place at or below the one that a note leaves out, or replaces, as a whole? */
export function isWithin(path: string, { words, path: whole }: Note): boolean {
  return words.length === 0 && (path === whole || ['.', '[', '{'].some((next) => path.startsWith(`${whole}${next}`)));
}

/** Without what is said of places that are left out as a whole. */
export function ofWhatStays(notes: readonly Note[]): readonly Note[] {
  const whole = notes.filter(({ kind }) => kind === 'lost' || kind === 'runtime');
  return notes.filter((one) => !whole.some((other) => other !== one && isWithin(one.path, other)));
}

/** Those that need a decision are warnings. */
export function isWarning({ kind }: Note): boolean {
  return kind === 'lost' || kind === 'changed';
}

/** Lines for people, the gravest first. */
export function noteLines(notes: readonly Note[]): readonly string[] {
  const kinds = Object.keys(HEADINGS) as NoteKind[];
  return kinds.flatMap((kind) => {
    const lines = notes.filter((one) => one.kind === kind).map(noteLine);
    return lines.length === 0 ? [] : [`${HEADINGS[kind]}:`, ...lines];
  });
}

function noteLine({ path, words, now }: Note): string {
  return `  ${path === '' ? 'the whole object' : path}${words.length > 0 ? `: ${words.join(', ')}` : ''}${now === undefined ? '' : ` (${now})`}`;
}
