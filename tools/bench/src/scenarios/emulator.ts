import { startEmulatorProgram } from '../api-server/emulator-program.js';
import { startKubeApiServer } from '../api-server/kube-apiserver.js';
import type { FoundServer } from '../api-server/kube-apiserver.js';
import type { MeasuredServer } from '../api-server/measured-server.js';
import { print } from '../figures/report.js';
import { printVerdicts } from '../figures/verdict.js';
import { createFigures } from './emulator/creates.js';
import { memoryFigures } from './emulator/memory.js';
import { startFigures } from './emulator/start.js';
import { watchFigures } from './emulator/watch.js';
import type { Scenario } from './scenario.js';

/** The emulator beside a real kube-apiserver in one run. Both servers and the client are processes of their own, and share the machine. */
export const emulator: Scenario = {
  name: 'emulator',
  what: 'start, creates a second, memory and way of a watch event, beside a real kube-apiserver',
  on: 'emulator',
  async run({ rounds }) {
    const found = await startKubeApiServer();
    const servers: MeasuredServer[] = [];
    try {
      const kube = serverOf(found);
      if (kube !== undefined) servers.push(kube);
      const start = await startFigures(kube);
      servers.unshift(await startEmulatorProgram());
      const watch = await watchFigures(servers, rounds);
      const creates = await createFigures(servers, rounds);
      const memory = await memoryFigures();
      printVerdicts('the emulator', [...start, ...creates, ...memory, ...watch]);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  },
};

function serverOf(found: FoundServer): MeasuredServer | undefined {
  switch (found.kind) {
    case 'found':
      return found.server;
    case 'missing':
      print(`Without a kube-apiserver, and so without ratios: ${found.why}`);
      return undefined;
  }
}
