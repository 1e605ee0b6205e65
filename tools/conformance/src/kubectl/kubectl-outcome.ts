import type { KubectlEnd } from '../world/kubectl.js';

/** What a command printed, line by line, without what is another one in each run. */
export interface KubectlOutcome {
  readonly command: string;
  readonly code: KubectlEnd['code'];
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

/** Each is replaced by what stands for it on every server. */
const NEUTRAL: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>'],
  [/\/tmp\/(LIVE|MERGED)-\d+/g, '<$1>'],
  [/^((?:---|\+\+\+) \S+)\s.*/gm, '$1'],
  [/20[2-9]\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| \+\d{4})?/g, '<time>'],
  [/(resourceVersion"?: |Resource Version: +)"?\d+"?/gi, '$1<version>'],
  [/https:\/\/127\.0\.0\.1:\d+(?:\/clusters\/[\w:-]+)?/g, '<server>'],
  // A kcp says on each object in which logical cluster it is, and on each refusal that it was one.
  [/^Annotations: +kcp\.io\/cluster: .*$/gm, 'Annotations:  <none>'],
  [/^([+ -]? *)annotations:\n[+ -]? *kcp\.io\/cluster: .*\n(?=\1[a-z])/gm, ''],
  [/^.*kcp\.io\/cluster"?: .*\n/gm, ''],
  [/(?:: | - )access denied$/gm, ''],
  // A whole object, whose keys stand in an order of the server's own.
  [/patch: Invalid value: ".*": strict/g, 'patch: Invalid value: "<object>": strict'],
  [/^[\w-]+\.[\w-]{20,}\.[\w-]+$/gm, '<token>'],
  [/^(Server Version: ).*/gm, '$1<version>'],
  [/\/tmp\/kubectl-edit-\d+/g, '<edited>'],
  [/(?<=configmap\/made-)\w{5}/g, '<random>'],
  // kubectl's own log, which is a matter of moments.
  [/^[IWE]\d{4} .*\n/gm, ''],
];
const AGE = /(?<=\s)(?:\d+[smhdy]){1,2}(?=\s|$)/g;

/** The groups that a kcp has too. */
const EVERY_SERVERS = /^(?:v1|(?:admissionregistration|apiextensions|authentication|authorization|certificates|coordination|events|rbac\.authorization)\.k8s\.io\/v1|toys\.example\.io\/v1)$/;

/** How a command ended, in words that are the same in every run. */
export function kubectlOutcome(command: string, { code, stdout, stderr }: KubectlEnd): KubectlOutcome {
  const lines = neutralLines(stdout);
  // Which lines are around a difference depends on an annotation that only a kcp has.
  const shown = command.startsWith('diff ') ? lines.filter((line) => /^[^ @]/.test(line)) : command === 'api-versions' ? lines.filter((line) => EVERY_SERVERS.test(line)) : lines;
  return { command, code, stdout: shown, stderr: neutralLines(stderr) };
}

/** Columns are as wide as their widest cell, ages among them: what is left of blanks is that there are some. */
function neutralLines(text: string): string[] {
  const neutral = NEUTRAL.reduce((all, [found, instead]) => all.replace(found, instead), text);
  const lines = neutral.replace(AGE, '<age>').split('\n').map((line) => line.replace(/(?<=\S) {2,}/g, '  ').trimEnd());
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
