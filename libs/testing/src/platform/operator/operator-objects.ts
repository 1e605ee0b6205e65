/** The openmcp-operator as a platform's bootstrap installs it: one Deployment that prepares the cluster and then runs. */
import type { RawBody } from '../../admin/raw-client.js';
import { SYSTEM_NAMESPACE } from '../names.js';

/** The image that the operator's program stands for. */
export const OPERATOR_IMAGE = 'openmcp-operator:v1.3.0';

const NAME = 'openmcp-operator';

/** All that is applied on the platform cluster. */
export function operatorObjects(environment: string, configFile: string): RawBody[] {
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: SYSTEM_NAMESPACE } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: NAME, namespace: SYSTEM_NAMESPACE } },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: NAME },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: NAME, namespace: SYSTEM_NAMESPACE }],
    },
    deployment(environment, configFile),
  ];
}

function deployment(environment: string, configFile: string): RawBody {
  const flags = [`--environment=${environment}`, `--config=${configFile}`];
  const labels = { app: NAME };
  // Nobody here installs charts.
  const initContainers = [container('init', ['init', '--skip-helm-platform-service', ...flags])];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: NAME, namespace: SYSTEM_NAMESPACE },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { serviceAccountName: NAME, initContainers, containers: [container(NAME, ['run', ...flags])] } },
    },
  };
}

function container(name: string, args: readonly string[]): RawBody {
  const fields = { POD_NAME: 'metadata.name', POD_NAMESPACE: 'metadata.namespace', POD_IP: 'status.podIP', POD_SERVICE_ACCOUNT_NAME: 'spec.serviceAccountName' };
  const env = Object.entries(fields).map(([variable, fieldPath]) => ({ name: variable, valueFrom: { fieldRef: { fieldPath } } }));
  return { name, image: OPERATOR_IMAGE, args, env };
}

/** Which clusters the scheduler makes for which purpose. */
export function operatorConfig(): RawBody {
  const template = (tenancy: 'Exclusive' | 'Shared'): RawBody => ({ template: { spec: { profile: 'local', tenancy } } });
  return {
    scheduler: {
      scope: 'Namespaced',
      purposeMappings: { mcp: template('Exclusive'), platform: template('Shared'), onboarding: template('Shared'), workload: template('Shared') },
    },
  };
}
