import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LiveTransport, makeStore, setCsrfToken } from '@ezdash/store';
import { type WebSocket, WebSocketServer } from 'ws';
import { openEcho } from './echoTransport';

/** laravel-echo and pusher-js as they are, against a server of a few lines. */

interface Frame {
  event: string;
  data: Record<string, string>;
  channel?: string;
}

let server: Server;
let sockets: WebSocketServer;
const frames: Frame[] = [];
const connections: WebSocket[] = [];
const waiting: { fits: () => boolean; resolve: () => void }[] = [];
const look = () => {
  for (const one of [...waiting]) if (one.fits()) one.resolve();
};
/** Resolves as soon as it is so; looked at whenever something happens. */
const until = (fits: () => boolean) =>
  new Promise<void>((resolve) => {
    waiting.push({ fits, resolve });
    look();
  });
const send = (frame: object) => connections.at(-1)?.send(JSON.stringify(frame));
const channelsOf = (event: string) =>
  frames.filter((one) => one.event === event).map(({ data }) => data.channel);

beforeEach(async () => {
  frames.length = 0;
  connections.length = 0;
  waiting.length = 0;
  server = createServer();
  sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    connections.push(socket);
    const id = `${connections.length}.1`;
    const data = JSON.stringify({ socket_id: id, activity_timeout: 30 });
    socket.send(JSON.stringify({ event: 'pusher:connection_established', data }));
    socket.on('message', (text) => {
      const frame = JSON.parse(String(text)) as Frame;
      frames.push(frame);
      if (frame.event === 'pusher:subscribe') {
        const { channel, channel_data: member } = frame.data;
        const user = member ? (JSON.parse(member) as { user_id: string; user_info: object }) : null;
        const presence = user && {
          presence: { ids: [user.user_id], hash: { [user.user_id]: user.user_info }, count: 1 },
        };
        const answer = JSON.stringify(presence ?? {});
        socket.send(
          JSON.stringify({ event: 'pusher_internal:subscription_succeeded', channel, data: answer }),
        );
      }
      look();
    });
    look();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of connections) socket.terminate();
  sockets.close();
  await new Promise((resolve) => server.close(resolve));
});

/** A page of a signed-in person; `asked` are the calls that show who it is. */
function connected(
  answers: (body: { channel_name?: string }) => Response = () => Response.json({ auth: 'k:s' }),
) {
  setCsrfToken('the token');
  const asked: string[] = [];
  globalThis.fetch = (async (request: Request) => {
    const body = (await request.json()) as { channel_name?: string; socket_id: string };
    const { pathname } = new URL(request.url);
    asked.push(
      [pathname, request.headers.get('X-CSRF-TOKEN'), request.credentials, body.socket_id, body.channel_name]
        .filter(Boolean)
        .join(' '),
    );
    look();
    if (pathname.endsWith('user-auth')) return Response.json({ auth: 'k:u', user_data: '{"id":"u_1001"}' });
    return answers(body);
  }) as typeof fetch;
  const log: string[] = [];
  const say = (text: string) => {
    log.push(text);
    look();
  };
  const { port } = server.address() as AddressInfo;
  const connection = openEcho({
    broadcaster: { key: 'app', host: '127.0.0.1', port, scheme: 'http' },
    store: makeStore(),
    isSignedIn: true,
    onLive: () => say('live'),
    onLost: () => say('lost'),
    onRefused: (code) => say(`refused ${code}`),
    random: () => 0,
  });
  const join = (channel: string) => joinAs(connection.transport, channel, say);
  return { ...connection, join, log, asked };
}

const joinAs = (transport: LiveTransport, channel: string, say: (text: string) => void) =>
  transport.join(channel, {
    onTold: (event, data, click) =>
      say(`${event} ${JSON.stringify(data)}${click === undefined ? '' : ` of ${click}`}`),
    onJoined: () => say(`joined ${channel}`),
    onMembers: (members) => say(`members ${members.map(({ name }) => name).join(', ')}`),
  });

const ACCOUNT = 'private-account.u_1001';
const TALK = 'presence-conversation.cn_1001';

test('it signs in, shows for each channel who it is, and hears what the contracts know', async () => {
  const { join, log, asked, close } = connected();
  join('releases');
  join(ACCOUNT);
  await until(() => log.includes(`joined ${ACCOUNT}`) && log.includes('joined releases'));
  await until(() => frames.some(({ event }) => event === 'pusher:signin'));
  expect(asked.sort()).toEqual([
    `/broadcasting/auth the token same-origin 1.1 ${ACCOUNT}`,
    '/broadcasting/user-auth the token same-origin 1.1',
  ]);
  send({ event: 'notice.changed', channel: ACCOUNT, data: '{"unread":"many"}' });
  send({ event: 'made.up', channel: ACCOUNT, data: '{}' });
  send({ event: 'notice.changed', channel: 'private-account.u_1002', data: '{"unread":1}' });
  send({ event: 'notice.changed', channel: ACCOUNT, data: '{"unread":2}' });
  await until(() => log.some((one) => one.startsWith('notice')));
  expect(log.filter((one) => /^(notice|made)/.test(one))).toEqual(['notice.changed {"unread":2}']);
  // Of a click of somebody who debugs: beside what the contract knows.
  send({
    event: 'notice.changed',
    channel: ACCOUNT,
    data: '{"unread":3,"correlation_id":"click-12345678"}',
  });
  await until(() => log.includes('notice.changed {"unread":3} of click-12345678'));
  close();
  expect(log.filter((one) => /^(lost|refused)/.test(one))).toEqual([]);
});

test('in a conversation it knows who is there and who types, and says so itself', async () => {
  const member = { user_id: 'u_1001', user_info: { name: 'Halden Outdoor', side: 'customer' } };
  const { join, log, close } = connected(() =>
    Response.json({ auth: 'k:s', channel_data: JSON.stringify(member) }),
  );
  const channel = join(TALK);
  await until(() => log.includes(`joined ${TALK}`));
  const sara = { user_id: 'u_1009', user_info: { name: 'Sara', side: 'support' } };
  send({ event: 'pusher_internal:member_added', channel: TALK, data: JSON.stringify(sara) });
  send({ event: 'client-typing', channel: TALK, data: '{"side":"support"}', user_id: 'u_1009' });
  await until(() => log.some((one) => one.startsWith('client-typing')));
  send({ event: 'pusher_internal:member_removed', channel: TALK, data: '{"user_id":"u_1009"}' });
  await until(() => log.filter((one) => one === 'members Halden Outdoor').length === 2);
  expect(log.filter((one) => one.startsWith('members'))).toEqual([
    'members Halden Outdoor',
    'members Halden Outdoor, Sara',
    'members Halden Outdoor',
  ]);
  channel.whisper('client-typing', { side: 'customer' });
  await until(() => frames.some(({ event }) => event === 'client-typing'));
  channel.leave();
  await until(() => channelsOf('pusher:unsubscribe').includes(TALK));
  close();
});

test.each([
  ['4200', 4200],
  ['no word', 1006],
])('a connection that ends with %s comes back by itself, into its channels', async (_, code) => {
  const { join, log, asked, close } = connected();
  join(ACCOUNT);
  await until(() => log.includes(`joined ${ACCOUNT}`));
  if (code === 1006) connections[0]?.terminate();
  else connections[0]?.close(code);
  await until(() => log.filter((one) => one === `joined ${ACCOUNT}`).length === 2);
  expect(log.filter((one) => /^(live|lost)/.test(one)).at(0)).toBe('live');
  expect(log).toContain('lost');
  // What is signed is signed for one connection.
  expect(asked).toContain(`/broadcasting/auth the token same-origin 2.1 ${ACCOUNT}`);
  expect(connections).toHaveLength(2);
  close();
});

test.each([4001, 4009])('with %d the server wants none, and is not asked again', async (code) => {
  const { join, log, close } = connected();
  join(ACCOUNT);
  await until(() => log.includes(`joined ${ACCOUNT}`));
  connections[0]?.close(code);
  await until(() => log.includes(`refused ${code}`));
  expect(connections).toHaveLength(1);
  expect(log).not.toContain('lost');
  close();
});

test('a channel that is not ours stays shut, and the others open', async () => {
  const { join, log, close } = connected(({ channel_name: name }) =>
    name === ACCOUNT
      ? Response.json({ auth: 'k:s' })
      : Response.json({ message: 'Not yours', code: 'FORBIDDEN' }, { status: 403 }),
  );
  join('private-operators');
  join(ACCOUNT);
  await until(() => log.includes(`joined ${ACCOUNT}`));
  expect(channelsOf('pusher:subscribe')).not.toContain('private-operators');
  close();
});
