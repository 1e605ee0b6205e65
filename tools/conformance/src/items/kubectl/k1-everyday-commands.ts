import { expect } from '@jest/globals';
import type { Item } from '../../item.js';
import { Kubectl } from '../../world/kubectl.js';
import { widget, widgetPath } from '../../world/widgets.js';

const READY = { status: { conditions: [{ type: 'Ready', status: 'True', reason: 'Ready' }] } };
const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'item-k1' }, data: { a: 'b' } };

export const everydayCommands: Item = {
  number: 'K1',
  section: 'kubectl',
  title: 'kubectl applies, gets, describes, waits for and deletes orders and built-in objects',
  needs: 'kubectl',
  servers: 'all',
  check: async (site) => {
    const kubectl = await Kubectl.with(Kubectl.any(site.env), site.kubeconfig, site.env);
    const order = widget('item-k1', { metadata: { namespace: 'default' } });
    try {
      expect(await kubectl.apply(order, CONFIG_MAP)).toBe('widget.conformance.example.io/item-k1 created\nconfigmap/item-k1 created\n');
      expect(await kubectl.apply({ ...order, spec: { color: 'blue' } }, CONFIG_MAP)).toBe('widget.conformance.example.io/item-k1 configured\nconfigmap/item-k1 unchanged\n');
      expect(await kubectl.run('get', 'widgets', 'item-k1', '-o', 'jsonpath={.spec.color}')).toBe('blue');
      expect(await kubectl.run('get', 'widgets')).toMatch(/^NAME +AGE\n(.*\n)*item-k1 +\d+s\n/);
      expect(await kubectl.run('get', 'configmap', 'item-k1')).toMatch(/^NAME +DATA +AGE\nitem-k1 +1 +\d+s\n/);
      expect(await kubectl.run('describe', 'widget', 'item-k1')).toMatch(/Name: +item-k1\n[\s\S]*Kind: +Widget\n[\s\S]*Color: +blue\n/);

      await site.orders.merge(`${widgetPath('item-k1')}/status`, READY);
      expect(await kubectl.run('wait', '--for=condition=Ready', 'widget/item-k1', '--timeout=10s')).toContain('condition met');

      expect(await kubectl.run('delete', 'widget/item-k1', 'configmap/item-k1')).toContain('"item-k1" deleted');
      await expect(kubectl.run('get', 'widget', 'item-k1')).rejects.toThrow(/NotFound/);
    } finally {
      await kubectl.clean();
    }
  },
};
