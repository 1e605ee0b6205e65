import type { Provider } from '../offer/provider.js';

/** What the program can do, for a person at a terminal. */
export function usage({ name }: Provider): string {
  return `Service provider ${name}

  init                   brings the provider's kinds to the platform and the onboarding cluster; openMCP runs it before run
  run                    serves orders until SIGTERM; KUBECONFIG or the pod's ServiceAccount leads to the platform cluster
  manifests              prints what an operator applies on the platform cluster: CRDs, rights, an example ProviderConfig
  manifests --kcp        prints what an operator applies in the provider workspace of kcp, and what belongs elsewhere
  doctor                 looks at all that the provider needs, prints what is wrong and what to do; changes nothing

Flags
  --provider-name=NAME   name of the ProviderConfig, of labels and leases (default ${name})
  --kubeconfig=PATH      init, run, doctor: kubeconfig of the platform cluster
  --environment=NAME     init, run: name of the openMCP environment
  --namespace=NAME       manifests, doctor: namespace of the provider on the platform cluster (default POD_NAMESPACE, else kcp-runtime)
  --platform=KIND        manifests: openmcp (default), kubernetes for any other cluster, or kcp where a workspace plays the platform cluster
  --part=PART            manifests --kcp: workspace, secret or binding alone
  --provider-workspace=PATH  manifests: workspace that holds the APIExport
  --export-name=NAME     manifests --kcp: name of the APIExport (default: the API group)

Flags of run
  --health-probe-bind-address=ADDRESS  /healthz, /livez and /readyz (default :8081; 0 serves none)
  --metrics-bind-address=ADDRESS       /metrics (default 0: none)
  --metrics-secure=false               metrics over plain HTTP; else --metrics-cert-path, -name and -key say the certificate

Flags of init and run for the log
  -v, --verbosity=WORD   error, info or debug (default info)
  -f, --format=WORD      json or text (default json)
  --dev                  text, debug
  --cli                  text without times
  --disable-timestamp, --disable-stacktrace
`;
}
