/**
 * The main program of a provider: reads the command line, does what its first word says, and ends the process
 * with 0 (done), 1 (failed) or 2 (not understood). Only `run` loads the app.
 */
import { systemClock } from '@kcp-runtime/kube';
import { checkProvider } from '../discovery/boot-check.js';
import { lineLog } from '../log/line-log.js';
import { LineLogger } from '../log/line.logger.js';
import { messageOf } from '../log/message-of.js';
import { redact } from '../log/redact.js';
import type { Provider } from '../offer/provider.js';
import { doctor } from './doctor.command.js';
import { readCommandLine } from './flags.js';
import type { CommandLine } from './flags.js';
import { initialise } from './init.command.js';
import { logStyle } from './log-style.js';
import { manifests } from './manifests.command.js';
import { portSettings } from './port-settings.js';
import { nodeProcess } from './process-host.js';
import type { ProcessHost } from './process-host.js';
import { remarks } from './remarks.js';
import { run } from './run.command.js';
import type { LoadModule } from './run.command.js';
import { runSettings } from './run-settings.js';
import { Stopped, StopRequest } from './stop-request.js';
import { leaveTerminationMessage } from './termination-message.js';
import { usage } from './usage.js';

const DONE = 0;
const FAILED = 1;
const NOT_UNDERSTOOD = 2;

/** What a test puts in place of the process. */
export interface RunOptions {
  readonly host?: ProcessHost;
}

/** Runs a provider's command: `await runProvider(postgres, async () => (await import('./app.module.js')).AppModule)`. */
export async function runProvider(provider: Provider, loadModule: LoadModule, { host = nodeProcess() }: RunOptions = {}): Promise<void> {
  host.exit(await exitCodeOf(provider, loadModule, host));
}

async function exitCodeOf(provider: Provider, loadModule: LoadModule, host: ProcessHost): Promise<number> {
  const line = readCommandLine(host.argv);
  try {
    return await command(provider, loadModule, host, line);
  } catch (error) {
    host.complain(`${redact(messageOf(error))}\n`);
    return FAILED;
  }
}

async function command(provider: Provider, loadModule: LoadModule, host: ProcessHost, line: CommandLine): Promise<number> {
  if (line.flags.has('help')) return print(host, usage(provider));
  switch (line.command) {
    case 'init':
      return logged(host, line, async (logger, stop) => {
        checkProvider(provider);
        await initialise({ provider, line, env: host.env, log: lineLog(logger, 'init') }, stop.signal);
      });
    case 'run':
      return logged(host, line, (logger, stop) => run({ provider, loadModule, settings: runSettings(provider, line, host), ports: portSettings(line), logger, stop }));
    case 'manifests':
      checked(provider, host, line);
      return print(host, manifests(provider, line, host.env));
    case 'doctor':
      return examined(provider, host, line);
    default:
      host.complain(`${line.command === undefined ? 'A command is missing' : `There is no command ${JSON.stringify(line.command)}`}.\n\n${usage(provider)}`);
      return NOT_UNDERSTOOD;
  }
}

/** The mistakes of the provider and of the command line, without its app. @throws BootMistakes */
function checked(provider: Provider, host: ProcessHost, line: CommandLine): void {
  checkProvider(provider);
  for (const remark of remarks(line)) host.complain(`${remark}\n`);
}

async function examined(provider: Provider, host: ProcessHost, line: CommandLine): Promise<number> {
  checked(provider, host, line);
  const stop = new StopRequest(host, () => host.exit(FAILED));
  try {
    return (await doctor(provider, line, host, stop.signal)) ? DONE : FAILED;
  } finally {
    stop.close();
  }
}

function print(host: ProcessHost, text: string): number {
  host.write(text);
  return DONE;
}

/** For commands that run in a pod: they speak in log lines, and leave the reason why they failed where Kubernetes looks for it. */
async function logged(host: ProcessHost, line: CommandLine, work: (logger: LineLogger, stop: StopRequest) => Promise<void>): Promise<number> {
  const logger = new LineLogger({ ...logStyle(line), clock: systemClock, write: (text) => host.write(text) });
  const stop = new StopRequest(host, () => host.exit(FAILED));
  try {
    for (const remark of remarks(line)) logger.warn(remark, 'runProvider');
    await work(logger, stop);
    return DONE;
  } catch (thrown) {
    const error = stop.signal.aborted && thrown === stop.signal.reason ? new Stopped(stop.signal.reason) : thrown;
    logger.fatal(error, 'runProvider');
    leaveTerminationMessage(host.env, error);
    return FAILED;
  } finally {
    stop.close();
  }
}
