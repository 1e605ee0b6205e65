import { childProgram } from '../kubelet/child-program.js';
import type { Program } from '../kubelet/program.js';

/** The operator's binary, past every gate: it is no part of the test. What it would listen on is nobody's business here. */
export function operatorProgram(file: string): Program {
  return childProgram(({ args, env, directKubeconfig }) => {
    const quiet = args.includes('run') ? ['--health-probe-bind-address=0', '--metrics-bind-address=0'] : [];
    return { file, args: [...args, `--kubeconfig=${directKubeconfig}`, ...quiet], env };
  });
}
