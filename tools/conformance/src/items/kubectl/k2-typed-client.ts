import { expect } from '@jest/globals';
import type { Item } from '../../item.js';
import { Kubectl } from '../../world/kubectl.js';

export const typedClient: Item = {
  number: 'K2',
  section: 'kubectl',
  title: 'what kubectl sends as a typed client, in protobuf, is read: reviews, tokens, Secrets and roles',
  needs: 'kubectl',
  servers: 'all',
  check: async (site) => {
    const kubectl = await Kubectl.with(Kubectl.any(site.env), site.kubeconfig, site.env);
    try {
      expect(await kubectl.run('auth', 'can-i', 'delete', 'secrets')).toBe('yes\n');
      expect(await kubectl.run('create', 'serviceaccount', 'someone')).toBe('serviceaccount/someone created\n');
      expect(await kubectl.run('create', 'token', 'someone')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n?$/);
      await kubectl.run('create', 'secret', 'generic', 'login', '--from-literal=user=me');
      expect(await kubectl.run('get', 'secret', 'login', '-o', 'jsonpath={.data}')).toBe('{"user":"bWU="}');
      await kubectl.run('create', 'role', 'reader', '--verb=get,list', '--resource=secrets');
      expect(await kubectl.run('get', 'role', 'reader', '-o', 'jsonpath={.rules}')).toBe('[{"apiGroups":[""],"resources":["secrets"],"verbs":["get","list"]}]');
      await kubectl.run('create', 'rolebinding', 'reading', '--role=reader', '--serviceaccount=default:someone');
      expect(await kubectl.run('get', 'rolebinding', 'reading', '-o', 'jsonpath={.subjects[0].name}')).toBe('someone');
    } finally {
      await kubectl.clean();
    }
  },
};
