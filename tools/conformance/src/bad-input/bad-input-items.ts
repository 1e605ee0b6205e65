import type { Item } from '../item.js';
import type { Site } from '../world/site.js';
import { badRequests, TARGET } from './bad-requests.js';
import { Wire } from './wire.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

/** One item for each request: it is answered as a real kube-apiserver answers it, and the server goes on serving. */
export function badInputItems(): readonly Item[] {
  return badRequests.map((asked, at) => ({
    number: `B${at + 1}`,
    section: 'bad input',
    title: `${asked.says} (${asked.method})`,
    servers: 'kubernetes',
    check: async (site) => {
      await haveTarget(site);
      const wire = new Wire({ url: site.client.url, kubeconfig: site.kubeconfig });
      try {
        site.expectAsRecorded('bad input', asked.says, { ...(await wire.send(asked)), then: (await wire.send({ method: 'GET', path: `${MAPS}/${TARGET}` })).status });
      } finally {
        wire.close();
      }
    },
  }));
}

/** A request before may have had it deleted. */
async function haveTarget({ client }: Site): Promise<void> {
  const { status, text } = await client.post(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: TARGET }, data: { a: 'b' } });
  if (status !== 201 && status !== 409) throw new Error(`The ConfigMap ${TARGET} was refused: ${text}`);
}
