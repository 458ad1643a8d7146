import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { fakeClock } from '../../../testing/fakeClock';
import { hearPages } from './hearPages';
import { createPageTickets } from './pageTickets';

const tickets = createPageTickets({ secret: 'a secret of the tests', clock: fakeClock() });
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server that listens to pages, and what it counted. */
async function openServer(heardPerMinute?: number) {
  const counted: string[] = [];
  const app = express();
  app.use(
    hearPages({
      tickets,
      counts: { add: (name, version) => counted.push(`${name} ${version}`) },
      isOffered: (_, version) => version !== '9.9.9',
      heardPerMinute,
    }),
  );
  app.get('/', (_req, res) => void res.json('answered'));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  /** → the ticket that comes back. */
  const say = async (headers: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers });
    expect(await answer.json()).toBe('answered');
    return answer.headers.get('x-page-ticket');
  };
  return { counted, say };
}
const pageOf = (ticket: string | null) => ticket?.split('.')[0];

test('a page counts once for each release, whatever it says how often', async () => {
  const { counted, say } = await openServer();
  const ticket = tickets.make('203.0.113.7');
  const renewed = await say({ 'x-page-ticket': ticket, 'x-remotes-given': 'mf-a/1.0.0,mf-b/1.0.0' });
  expect(pageOf(renewed)).toBe(pageOf(ticket));
  await say({ 'x-page-ticket': renewed ?? '', 'x-remotes-given': 'mf-a/1.0.0,mf-a/1.0.0' });
  await say({ 'x-page-ticket': ticket, 'x-remotes-given': 'mf-a/2.0.0' });
  await say({ 'x-page-ticket': tickets.make('203.0.113.7'), 'x-remotes-given': 'mf-a/1.0.0' });
  expect(counted).toEqual(['mf-a 1.0.0', 'mf-b 1.0.0', 'mf-a 2.0.0', 'mf-a 1.0.0']);
});

test.each([
  ['no ticket', undefined, 'mf-a/1.0.0'],
  ['a ticket that is none', 'x'.repeat(120), 'mf-a/1.0.0'],
  ['what nobody is offered', tickets.make('203.0.113.7'), 'mf-a/9.9.9'],
  ['what is no release', tickets.make('203.0.113.7'), 'mf-a,/,a/1.0.0,mf-a/1 0'],
])('counts nothing for %s', async (_, ticket, given) => {
  const { counted, say } = await openServer();
  await say({ ...(ticket && { 'x-page-ticket': ticket }), 'x-remotes-given': given });
  expect(counted).toEqual([]);
});

test('a ticket alone is made anew, and counts nothing', async () => {
  const { counted, say } = await openServer();
  const ticket = tickets.make('203.0.113.7');
  expect(pageOf(await say({ 'x-page-ticket': ticket }))).toBe(pageOf(ticket));
  expect(await say({})).toBeNull();
  expect(counted).toEqual([]);
});

test('whoever says too much is answered, and not listened to', async () => {
  const { counted, say } = await openServer(3);
  for (let page = 0; page < 6; page++)
    await say({ 'x-page-ticket': tickets.make('203.0.113.7'), 'x-remotes-given': 'mf-a/1.0.0' });
  expect(counted).toHaveLength(3);
});
