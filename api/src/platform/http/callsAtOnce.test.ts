import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorBody } from '@ezdash/contracts';
import express, { type Response } from 'express';
import { silentLog } from '../log';
import { limitCallsAtOnce } from './callsAtOnce';
import { errorHandler } from './errorHandler';
import { requestContext } from './requestContext';

const LIMITS = { changing: 2, reading: 3, mostWaiting: 2, refusedKeepsMs: 40 };

let server: Server;
let url: string;
/** Calls whose work has begun and not ended, by name, oldest first. */
let working: { name: string; res: Response }[];

beforeEach(async () => {
  working = [];
  const { offer, byAccount } = limitCallsAtOnce(LIMITS);
  const app = express()
    .use(requestContext(silentLog), offer)
    .use((req, _res, next) => {
      const id = Number(req.get('account'));
      if (id > 0) req.authUser = { id } as typeof req.authUser;
      next();
    })
    // As on the way through several mounts.
    .use(byAccount, byAccount, (req, res) => void working.push({ name: req.path.slice(1), res }))
    .use(errorHandler());
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const call = (
  name: string,
  { method = 'POST', account = 1, signal }: { method?: string; account?: number; signal?: AbortSignal } = {},
) => fetch(`${url}/${name}`, { method, headers: { account: String(account) }, signal });
/** Sends calls, each once the one before has come in. */
async function callAll(names: readonly string[], options?: Parameters<typeof call>[1]) {
  const answers = [];
  for (const name of names) {
    const arrived = once(server, 'request');
    const answer = call(name, options);
    // Those that a test leaves open end with its server.
    answer.catch(() => {});
    answers.push(answer);
    await arrived;
  }
  return answers;
}
const names = () => working.map(({ name }) => name);
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}
async function finish(name: string, how = (res: Response) => void res.status(204).end()): Promise<void> {
  const index = names().indexOf(name);
  const [found] = working.splice(index, 1);
  if (!found) throw new Error(`${name} is not worked on`);
  how(found.res);
  await new Promise(setImmediate);
}

it('works on some calls of an account at a time, the others in their order', async () => {
  const answers = await callAll(['a', 'b', 'c', 'd']);
  expect(names()).toEqual(['a', 'b']);
  await finish('b');
  expect(names()).toEqual(['a', 'c']);
  await finish('a');
  expect(names()).toEqual(['c', 'd']);
  await finish('c');
  await finish('d');
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([204, 204, 204, 204]);
});

it('refuses what more come, with a time to come again', async () => {
  await callAll(['a', 'b', 'c', 'd']);
  const refused = await call('e');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(((await refused.json()) as ErrorBody).code).toBe('TOO_MANY_AT_ONCE');
  await finish('a');
  await callAll(['f']);
  await finish('b');
  await finish('c');
  expect(names()).toEqual(['d', 'f']);
});

it.each([
  [400, ['b']],
  [422, ['b']],
  [200, ['b', 'c']],
  [500, ['b', 'c']],
])('after a %i the place is taken for a while, or free', async (status, then) => {
  await callAll(['a', 'b', 'c']);
  await finish('a', (res) => void res.status(status).end());
  expect(names()).toEqual(then);
  await until(() => names().includes('c'));
});

it('gives all guests behind one address four times the places of an account', async () => {
  await callAll(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'], { account: 0 });
  expect(names()).toHaveLength(8);
});

it('lets neither another account wait nor what reads', async () => {
  await callAll(['a', 'b', 'c', 'd']);
  await callAll(['other'], { account: 2 });
  await callAll(['r', 's', 't', 'u'], { method: 'GET' });
  expect(names()).toEqual(['a', 'b', 'other', 'r', 's', 't']);
});

it('gives a place on when the answer begins, however long it is', async () => {
  await callAll(['a', 'b', 'c']);
  await finish('a', (res) => void res.write('the beginning'));
  expect(names()).toEqual(['b', 'c']);
});

it('keeps the place of a client that hung up until its work is done', async () => {
  const client = new AbortController();
  const [gone] = await callAll(['a'], { signal: client.signal });
  await callAll(['b', 'c']);
  const { res } = working[0] ?? {};
  client.abort();
  await Promise.all([expect(gone).rejects.toThrow(), res && once(res, 'close')]);
  expect(names()).toEqual(['a', 'b']);
  await finish('a', (answer) => void answer.json({ done: true }));
  expect(names()).toEqual(['b', 'c']);
});

it('does not begin what nobody waits for any more', async () => {
  await callAll(['a', 'b']);
  const client = new AbortController();
  const closed = new Promise<void>((resolve) => {
    server.once('request', (_req, res) => res.once('close', resolve));
  });
  const [gone] = await callAll(['c'], { signal: client.signal });
  await callAll(['d']);
  client.abort();
  await Promise.all([expect(gone).rejects.toThrow(), closed]);
  await finish('a');
  expect(names()).toEqual(['b', 'd']);
});
