import { connect } from 'node:net';
import { publicId } from '@ezdash/contracts';
import { BROWSERS, pick, seededRandom } from '../../../api/src/features/demo/visitsModel';
import type { FromLoad, ToLoad } from './messages';
import { ZONE_COUNT } from './syntheticInput';

/** Browser-like requests over keep-alive connections, one at a time on each: a process of its own. */
const VARIANTS = 8_192;
const LENGTH = /content-length: (\d+)/i;

function makeRequests(port: number): Buffer[] {
  const random = seededRandom(3);
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: VARIANTS }, () => {
    const { userAgent } = pick(BROWSERS, random);
    const version = 120 + below(25);
    const address = `${1 + below(222)}.${below(256)}.${below(256)}.${1 + below(254)}`;
    return Buffer.from(
      `GET /serve?zones=${publicId('zone', 1 + below(ZONE_COUNT))} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
        `User-Agent: ${userAgent.replace(/(Chrome|Version|Firefox)\/\d+/, `$1/${version}`)}\r\n` +
        `Accept: */*\r\nAccept-Language: de-DE,de;q=0.9,en;q=0.8\r\nAccept-Encoding: gzip, deflate, br\r\n` +
        `Origin: https://news.example\r\nReferer: https://news.example/\r\nX-Forwarded-For: ${address}\r\nConnection: keep-alive\r\n\r\n`,
    );
  });
}

function run({ port, durationMs, connections }: ToLoad): Promise<FromLoad> {
  const prepared = makeRequests(port);
  const started = performance.now();
  let next = 0;
  let requests = 0;
  let bytes = 0;
  let failures = 0;
  let open = connections;
  return new Promise((resolve) => {
    const close = () => {
      open -= 1;
      if (open === 0)
        resolve({
          say: 'done',
          requests,
          elapsedMs: performance.now() - started,
          meanBytes: bytes / Math.max(1, requests),
          failures,
        });
    };
    for (let index = 0; index < connections; index += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      let missing = 0;
      const ask = () => {
        if (performance.now() - started > durationMs) {
          socket.end();
          return;
        }
        socket.write(prepared[next % VARIANTS] ?? '');
        next += 1;
      };
      socket.on('connect', ask);
      socket.on('data', (chunk) => {
        if (missing === 0) {
          const head = chunk.indexOf('\r\n\r\n');
          const text = chunk.toString('latin1', 0, head);
          const length = Number(LENGTH.exec(text)?.[1] ?? 0);
          if (!text.startsWith('HTTP/1.1 200')) failures += 1;
          bytes += length;
          missing = head + 4 + length - chunk.length;
        } else missing -= chunk.length;
        if (missing > 0) return;
        missing = 0;
        requests += 1;
        ask();
      });
      socket.on('error', () => {
        failures += 1;
      });
      socket.on('close', close);
    }
  });
}

process.on('message', (message: ToLoad) => {
  run(message).then((done) => process.send?.(done));
});
