/** Gives the headings of one page their anchors, as GitHub does, so that a link works there and on the site. */
export class HeadingIds {
  readonly #taken = new Map<string, number>();

  /** The anchor of the page's next heading. */
  next(text: string): string {
    const id = text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    const before = this.#taken.get(id);
    this.#taken.set(id, (before ?? -1) + 1);
    return before === undefined ? id : `${id}-${before + 1}`;
  }
}
