const QUALIFIED = /^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;
const LONGEST_PREFIX = 253;

/** Whether a text may be the key of a label, or anything named so. */
export function isQualifiedName(text: string): boolean {
  return QUALIFIED.test(text) && text.lastIndexOf('/') <= LONGEST_PREFIX;
}

/** Whether a text may be the value of a label. */
export function isLabelValue(text: string): boolean {
  return LABEL_VALUE.test(text);
}
