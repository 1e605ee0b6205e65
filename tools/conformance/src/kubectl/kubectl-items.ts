import { eventually } from '@kcp-runtime/testing';
import type { Item } from '../item.js';
import { Kubectl } from '../world/kubectl.js';
import type { Site } from '../world/site.js';
import { GADGETS, GADGET_CRD, gadget } from './gadgets.js';
import { kubectlOutcome } from './kubectl-outcome.js';
import type { KubectlOutcome } from './kubectl-outcome.js';
import { kubectlScripts } from './kubectl-scripts.js';
import { builtinScripts } from './builtin-scripts.js';
import type { KubectlScript } from './kubectl-scripts.js';

/** One item for each script: columns, warnings, complaints and exit codes are those of the same kubectl on a real kube-apiserver. */
export function kubectlItems(): readonly Item[] {
  const scripts = [...kubectlScripts, ...builtinScripts].map((script): Item => ({ number: '', section: 'kubectl', title: script.title, servers: 'kubernetes', needs: 'built kubectl', check: (site) => checkScript(site, script) }));
  return [...scripts, watching].map((item, at) => ({ ...item, number: `K${at + 3}` }));
}

/** The last of them looks at a command while it runs. */
const watching: Item = {
  number: '',
  section: 'kubectl',
  title: 'get -w',
  servers: 'kubernetes',
  needs: 'built kubectl',
  check: (site) =>
    inNamespace(site, 'get -w', async (kubectl, namespace) => {
      const path = GADGETS.replace(/\/gadgets$/, `/namespaces/${namespace}/gadgets`);
      await site.client.post(path, gadget('one'));
      const args = ['get', 'gadgets', '-w', '--output-watch-events'];
      const running = kubectl.start([...args, '-n', namespace]);
      const shown = (what: string): Promise<true> => eventually(() => (running.output().includes(what) ? true : undefined), { deadlineMs: 20_000, what: `kubectl to show ${what}` });
      try {
        await shown('ADDED');
        await site.client.merge(`${path}/one`, { spec: { colour: 'blue' } });
        await shown('MODIFIED');
        await site.client.delete(`${path}/one`);
        await shown('DELETED');
      } finally {
        running.interrupt();
      }
      return [kubectlOutcome(args.join(' '), await running.end)];
    }),
};

function checkScript(site: Site, { title, steps }: KubectlScript): Promise<void> {
  return inNamespace(site, title, async (kubectl, namespace) => {
    const outcomes: KubectlOutcome[] = [];
    for (const { args, input, editor } of steps) {
      const place = isEverywhere(args) ? [] : ['-n', namespace];
      const hands = { ...(input === undefined ? {} : { input: JSON.stringify(input) }), ...(editor === undefined ? {} : { editor }) };
      outcomes.push(kubectlOutcome(args.join(' '), await kubectl.end([...args, ...place], hands)));
    }
    return outcomes;
  });
}

const EVERYWHERE: ReadonlySet<string> = new Set(['explain', 'api-resources', 'api-versions', 'version', 'cluster-info']);

/** These take no namespace. */
function isEverywhere(args: readonly string[]): boolean {
  return args.includes('--raw') || EVERYWHERE.has(args[0] ?? '');
}

async function inNamespace(site: Site, title: string, commands: (kubectl: Kubectl, namespace: string) => Promise<readonly KubectlOutcome[]>): Promise<void> {
  await site.serve(GADGET_CRD, GADGETS);
  const namespace = title.replaceAll(/[^a-z]+/g, '-');
  await site.unseen(() => site.client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }));
  const kubectl = await Kubectl.with(Kubectl.built(site.env), site.kubeconfig, site.env);
  try {
    site.expectAsRecorded('kubectl', title, await commands(kubectl, namespace));
  } finally {
    await kubectl.clean();
  }
}
