import { connect } from 'node:tls';
import { CONFIG_MAPS, configMap } from './job.js';
import type { CreateJob, CreateOutcome } from './job.js';

/**
 * Makes the objects. It writes its requests itself: a client that costs as much as the server that it measures would measure itself,
 * and on two cores it takes the time of either server.
 */
export async function createObjects(job: CreateJob): Promise<CreateOutcome> {
  const bodies = Array.from({ length: job.count }, (_, index) => JSON.stringify(configMap(`${job.prefix}-${index}`, job.noteBytes)));
  const next = bodies.values();
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  const lengths = await Promise.all(Array.from({ length: job.lanes }, () => lane(job, next)));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6, answerBytes: Math.max(...lengths) };
}

/** One connection: the next request goes when the answer before it is there. Gives the length of the longest answer. */
function lane({ target: { url, ca, token } }: CreateJob, bodies: Iterator<string>): Promise<number> {
  const { host, hostname, port, pathname } = new URL(url);
  const path = pathname.replace(/\/$/, '') + CONFIG_MAPS;
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: `;
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), ca, ALPNProtocols: ['http/1.1'] });
    let [answer, longest] = ['', 0];
    const goOn = (): void => {
      const body = bodies.next();
      if (body.done === true) socket.end();
      else socket.write(`${head}${Buffer.byteLength(body.value)}\r\n\r\n${body.value}`);
    };
    socket.setNoDelay(true).setEncoding('latin1');
    socket.once('secureConnect', goOn);
    socket.on('data', (text: string) => {
      answer += text;
      if (!isWhole(answer)) return;
      if (!answer.startsWith('HTTP/1.1 201')) return void socket.destroy(new Error(`A creation was answered with ${answer}`));
      longest = Math.max(longest, answer.length);
      answer = '';
      goOn();
    });
    socket.once('error', reject);
    socket.once('close', () => (answer === '' ? resolve(longest) : reject(new Error('The server hung up within an answer.'))));
  });
}

/** Whether an answer is there to its end, by its length or, where Go sends it in pieces, by its last piece. */
function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /^content-length: (\d+)\r$/im.exec(answer.slice(0, head + 1))?.[1];
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= head + 4 + Number(length);
}
