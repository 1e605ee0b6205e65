const SUFFIXES: Readonly<Record<string, number>> = {
  n: 1e-9, u: 1e-6, m: 1e-3, '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18,
  Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60,
};

const QUANTITY = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:([eE][+-]?\d+)|([numkMGTPE]|[KMGTPE]i)?)$/;

/** The number that a Kubernetes quantity stands for, or undefined when the text is none. */
export function quantityValue(text: string): number | undefined {
  const match = QUANTITY.exec(text);
  if (match === null) return undefined;
  const [, digits = '', exponent, suffix = ''] = match;
  return exponent === undefined ? Number(digits) * (SUFFIXES[suffix] ?? 1) : Number(digits + exponent);
}
