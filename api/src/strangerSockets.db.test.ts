import { connect, type Socket } from 'node:net';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';
import { strangerSockets } from './testing/strangerSockets';
import { until } from './testing/until';

/** Connections of strangers on the server as people have it: however they are refused, none of them stays. */

const EACH = 5;

jest.setTimeout(120_000);

let app: WholeApp;
const KEY = 'a-key-of-tests';
beforeAll(async () => {
  app = await startWholeApp({ REVERB_APP_ID: '1', REVERB_APP_KEY: KEY, REVERB_APP_SECRET: 's'.repeat(32) });
});
const opened: Socket[] = [];
afterAll(async () => {
  for (const socket of opened) socket.destroy();
  await app.close();
});

/** One that never ends its side, and never reads. */
function hold(bytes: string): Promise<Socket> {
  const port = Number(new URL(app.url).port);
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    opened.push(socket);
    socket.on('error', () => resolve(socket));
    socket.on('connect', () => socket.write(bytes, 'latin1', () => resolve(socket)));
  });
}

async function figures(): Promise<Record<string, number>> {
  const text = await (await fetch(`${app.url}/metrics`, { headers: { Connection: 'close' } })).text();
  return Object.fromEntries(
    [...text.matchAll(/^(ezdash_sockets_\S+) (\d+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
  );
}
/** The one that asks is open. */
const isQuiet = (found: Record<string, number>) => found.ezdash_sockets_open === 1;

it('ends the connections of every kind of stranger, whatever the client does', async () => {
  const kinds = Object.values(strangerSockets(KEY));
  await Promise.all(kinds.flatMap((bytes) => Array.from({ length: EACH }, () => hold(bytes))));
  const found = await until(figures, isQuiet, 'The end of all connections');
  expect(Object.entries(found).filter(([gauge, value]) => /lingering/.test(gauge) && value > 0)).toEqual([]);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});
