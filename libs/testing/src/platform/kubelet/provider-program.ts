import { childProgram } from './child-program.js';
import type { Program } from './program.js';

/**
 * A provider's own process, with exactly the arguments and variables of its container. What a cluster gives it by a network of the
 * Pod's own it gets by address: what is to listen on every address listens on the Pod's.
 */
export function providerProgram(main: string): Program {
  return childProgram(({ args, env, ip, kubeconfig }) => ({
    file: process.execPath,
    args: ['--enable-source-maps', main, ...args.map((argument) => argument.replace(/(-bind-address=):/, `$1${ip}:`)), `--health-probe-bind-address=${ip}:8081`],
    env: { ...env, KUBECONFIG: kubeconfig },
  }));
}
