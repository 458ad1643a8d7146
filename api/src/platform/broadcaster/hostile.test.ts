import { once } from 'node:events';
import { connect } from 'node:net';
import { fakeClock } from '../../testing/fakeClock';
import type { BroadcasterLimits } from './index';
import { openBroadcaster, type RawClient, TEST_APP, type TestBroadcaster } from './testBroadcaster';

let at: TestBroadcaster;
const open = async (limits: Partial<BroadcasterLimits> = {}) => {
  at = await openBroadcaster({ limits });
};
afterEach(() => at.close());

/** Whatever came before: others are served as ever. */
async function expectUp(): Promise<void> {
  const { client } = await at.open();
  client.send('pusher:subscribe', { channel: 'news' });
  await client.next('pusher_internal:subscription_succeeded');
  at.broadcaster.publish(['news'], 'still', {});
  await client.next('still');
}

test('frames that are no messages are refused one by one', async () => {
  await open();
  const { client } = await at.open();
  const frames = [
    '',
    'no json',
    '{',
    'null',
    '[]',
    '"text"',
    '7',
    '{}',
    '{"event":7}',
    '{"event":{}}',
    `{"event":"${'x'.repeat(300)}"}`,
    '{"event":"pusher:subscribe"}',
    '{"event":"pusher:subscribe","data":"{"}',
    '{"event":"pusher:subscribe","data":{"channel":7}}',
    '{"event":"pusher:subscribe","data":{"channel":"private-a","auth":7}}',
    '{"event":"pusher:subscribe","data":{"channel":"presence-a","auth":"a","channel_data":{}}}',
    '{"event":"pusher:unsubscribe","data":[]}',
    '{"event":"pusher:signin"}',
    '{"event":"pusher:signin","data":{"auth":7,"user_data":"{}"}}',
    '{"__proto__":{"event":"pusher:ping"}}',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `{"event":"pusher:ping","data":[${'1,'.repeat(9_000)}1]}`,
    JSON.stringify({
      event: 'pusher:subscribe',
      data: `{"channel":"a","x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
    }),
  ];
  for (const frame of frames) {
    client.socket.send(frame);
    expect((await client.next('pusher:error')).data).toEqual({ code: 4200, message: expect.any(String) });
  }
  // What is not there is not left either.
  client.send('pusher:unsubscribe', { channel: 'never' });
  await client.settled();
  await expectUp();
});

test('binary, oversized and ill-formed frames end the connection with the code of RFC 6455', async () => {
  await open();
  const ends = async (send: (client: RawClient) => void) => {
    const { client } = await at.open();
    send(client);
    return client.closed;
  };
  expect(await ends(({ socket }) => socket.send(Buffer.from('{"event":"pusher:ping"}')))).toBe(1003);
  expect(await ends(({ socket }) => socket.send('x'.repeat(24 * 1024 + 1)))).toBe(1009);
  expect(await ends(({ socket }) => socket.send(Buffer.from([0xc3, 0x28]), { binary: false }))).toBe(1007);
  await expectUp();
});

/** A handshake and then bytes of our own making. */
async function speakBytes(bytes: Buffer): Promise<Buffer> {
  const socket = connect(at.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `GET /app/${TEST_APP.key}?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  await once(socket, 'data');
  const heard: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => heard.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(heard);
}

test.each([
  ['an unmasked frame', Buffer.from([0x81, 0x01, 0x41])],
  ['reserved bits', Buffer.from([0xf1, 0x80, 0, 0, 0, 0])],
  ['an unknown kind of frame', Buffer.from([0x83, 0x80, 0, 0, 0, 0])],
  ['a continuation of nothing', Buffer.from([0x80, 0x80, 0, 0, 0, 0])],
  ['a length beyond all', Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
])('%s ends the connection', async (_what, bytes) => {
  await open();
  const answer = await speakBytes(bytes);
  const at1 = answer.lastIndexOf(0x88);
  expect([1002, 1009]).toContain(answer.readUInt16BE(at1 + 2));
  await expectUp();
});

test('a handshake that is none is answered without an upgrade', async () => {
  await open();
  const lines = [
    'GET /app/key-1?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'POST /app/key-1?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 0\r\n\r\n',
    'GET /app/key-1?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
  ];
  for (const line of lines) {
    const socket = connect(at.port, '127.0.0.1');
    socket.write(line);
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 4\d\d /);
    await once(socket, 'close');
  }
  await expectUp();
});

test('a flood ends the connection; a page that comes back with all its channels does not', async () => {
  await open();
  const { client } = await at.open();
  for (let n = 0; n < 100; n += 1) client.send('pusher:subscribe', { channel: `c-${n}` });
  for (let n = 0; n < 100; n += 1) await client.next('pusher_internal:subscription_succeeded', `c-${n}`);
  for (let n = 0; n < 1_000; n += 1) client.send('pusher:ping', {});
  expect((await client.next('pusher:error')).data).toMatchObject({ code: 4301 });
  expect(await client.closed).toBe(4301);
  const pinging = await at.open();
  for (let n = 0; n < 1_000; n += 1) pinging.client.socket.ping();
  // Either the bucket is empty first, or `ws` has too many answers waiting.
  expect([4301, 1006]).toContain(await pinging.client.closed);
  const ponging = await at.open();
  for (let n = 0; n < 1_000; n += 1) ponging.client.socket.pong();
  expect(await ponging.client.closed).toBe(4301);
  const inPieces = await at.open();
  for (let n = 0; n < 1_000; n += 1) inPieces.client.socket.send('x', { fin: false });
  expect([1008, 1009, 1006]).toContain(await inPieces.client.closed);
  await expectUp();
});

test('what the connections of one address send together is bounded, and no other address pays for it', async () => {
  await open({ connectionsPerAddress: 4, addressBurstBytes: 8_000, addressBytesPerSecond: 1 });
  const clients = [(await at.open()).client, (await at.open()).client];
  const text = JSON.stringify({ event: 'pusher:ping', data: 'x'.repeat(4_000) });
  for (let n = 0; n < 6; n += 1) for (const client of clients) client.socket.send(text);
  const ends = await Promise.race(clients.map(({ closed }) => closed));
  expect(ends).toBe(4301);
  for (const { socket } of clients) socket.close();
  await Promise.all(clients.map(({ closed }) => closed));
  await expectUp();
});

test('connections of one address and in all are bounded, and places come free', async () => {
  await open({ connectionsPerAddress: 2 });
  const [first] = [await at.open(), await at.open()];
  expect(await at.raw().closed).toBe(4100);
  first?.client.socket.close();
  await first?.client.closed;
  await expectUp();
  await at.close();
  await open({ connections: 1 });
  await at.open();
  expect(await at.raw().closed).toBe(4100);
});

test('whoever does not read is let go, the others are not', async () => {
  await open({ bufferedBytes: 64 * 1024 });
  const { client: reader } = await at.open();
  const { client: sleeper } = await at.open();
  for (const client of [reader, sleeper]) client.send('pusher:subscribe', { channel: 'news' });
  await reader.next('pusher_internal:subscription_succeeded');
  await sleeper.next('pusher_internal:subscription_succeeded');
  sleeper.socket.pause();
  const slow = async () =>
    (await at.metrics.registry.metrics()).match(/ezdash_realtime_slow_total (\d+)/)?.[1];
  const data = 'x'.repeat(10_000);
  let sent = 0;
  // More than the buffers of the system hold; the reader takes each before the next.
  while ((await slow()) === '0') {
    at.broadcaster.publish(['news'], 'big', data);
    await reader.next('big');
    sent += 1;
    expect(sent).toBeLessThan(5_000);
  }
  sleeper.socket.resume();
  expect(await sleeper.closed).toBe(1006);
  await expectUp();
});

test('a silent connection is asked, and let go when it does not answer', async () => {
  await open({ activityTimeoutMs: 80, pongTimeoutMs: 80 });
  const { client: alive } = await at.open();
  alive.socket.on('message', (bytes) => {
    if (String(bytes).includes('pusher:ping')) alive.send('pusher:pong', {});
  });
  const { client: dead } = await at.open();
  await dead.next('pusher:ping');
  expect((await dead.next('pusher:error')).data).toMatchObject({ code: 4201 });
  expect(await dead.closed).toBe(4201);
  await alive.next('pusher:ping');
  await alive.next('pusher:ping');
  await alive.settled();
});

test('one that never listens to anything is let go in the end', async () => {
  await open({ activityTimeoutMs: 40, pongTimeoutMs: 1_000, idleMs: 120 });
  const { client: idle } = await at.open();
  const { client: listening } = await at.open();
  listening.send('pusher:subscribe', { channel: 'news' });
  const answer = (client: RawClient) =>
    client.socket.on('message', (bytes) => {
      if (String(bytes).includes('pusher:ping')) client.send('pusher:pong', {});
    });
  answer(idle);
  answer(listening);
  expect(await idle.closed).toBe(4202);
  await listening.settled();
});

test('a clock that jumps lets nobody in or out', async () => {
  const clock = fakeClock();
  at = await openBroadcaster({ clock });
  const { client } = await at.open();
  clock.advance(-3_600_000);
  for (let n = 0; n < 100; n += 1) client.send('pusher:ping', {});
  for (let n = 0; n < 100; n += 1) await client.next('pusher:pong');
  clock.advance(7_200_000);
  await client.settled();
});

test('a stop tells everybody to come back at once', async () => {
  await open();
  const { client } = await at.open();
  await at.broadcaster.stop();
  expect((await client.next('pusher:error')).data).toMatchObject({ code: 4200 });
  expect(await client.closed).toBe(4200);
  const late = at.raw();
  await late.closed;
  expect(late.refusedWith).toBe(503);
});
