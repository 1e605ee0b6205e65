import { dump } from 'js-yaml';

/** One object of a printed stream. `example` is printed as a comment: whoever applies the stream must not apply it. */
export interface Document {
  readonly use: 'apply' | 'example';
  readonly object: object;
  /** What it, and what follows without one, is for and where it belongs; one or more lines. */
  readonly comment?: string;
}

/** Documents to apply, under one comment. */
export function toApply(comment: string, objects: readonly object[]): Document[] {
  return objects.map((object, index) => ({ use: 'apply', object, comment: index === 0 ? comment : undefined }));
}

/** A stream of YAML documents that `kubectl apply -f -` takes. */
export function printed(documents: readonly Document[]): string {
  return documents.map((document) => `---\n${document.comment === undefined ? '' : commented(document.comment)}${body(document)}`).join('');
}

function body({ use, object }: Document): string {
  // Through JSON: what is undefined is then not there, as in every request.
  const yaml = dump(JSON.parse(JSON.stringify(object)), { noRefs: true, lineWidth: -1 });
  return use === 'apply' ? yaml : commented(yaml);
}

function commented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `# ${line}`.trimEnd())
    .concat('')
    .join('\n');
}
