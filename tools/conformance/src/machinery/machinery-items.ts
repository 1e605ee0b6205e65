import type { Item } from '../item.js';
import { GADGETS, GADGET_CRD } from '../kubectl/gadgets.js';
import type { Site } from '../world/site.js';
import { answersOf } from './exchange.js';
import type { ExchangeScript } from './exchange.js';
import { machineryScripts } from './machinery-scripts.js';
import { MACHINES, MACHINE_CRD } from './machines.js';
import { schemasOfKubernetes } from './schema-item.js';

/** One item for each script: answers are those of a real kube-apiserver, whole. */
export function machineryItems(): readonly Item[] {
  const scripts = machineryScripts.map((script, at): Item => ({ number: `M${at + 2}`, section: 'machinery', title: script.title, servers: 'kubernetes', check: (site) => checkScript(site, script) }));
  return [schemasOfKubernetes, ...scripts];
}

async function checkScript(site: Site, script: ExchangeScript): Promise<void> {
  await site.serve(GADGET_CRD, GADGETS);
  await site.serve(MACHINE_CRD, MACHINES);
  const namespace = `m-${script.title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  await site.unseen(() => site.client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }));
  site.expectAsRecorded('machinery', script.title, await answersOf(site.client, script, namespace));
}
