import { KcpTestingModule, orderMatchers } from '@kcp-runtime/testing';
import { expect } from 'expect';
import { AppModule, provider } from './boxes.js';

expect.extend(orderMatchers);

const kcp = await KcpTestingModule.start({ provider, app: { imports: [AppModule] } });
try {
  const red = await kcp.consumer('red');
  await red.order('main', { size: 'large' });
  await red.when('main', (order) => expect(order).toBeReady());
  await red.delete('main');
  await red.whenGone('main');
  process.stdout.write('the order became Ready, and went\n');
} finally {
  await kcp.close();
}
