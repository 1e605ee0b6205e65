import { kubernetesItems } from './items/kubernetes-items.js';
import { runKubernetesItems } from './run-kubernetes-items.js';

runKubernetesItems(await kubernetesItems(), process.env, process.env['CONFORMANCE_RECORD'] === 'true' ? 'record' : 'compare');
