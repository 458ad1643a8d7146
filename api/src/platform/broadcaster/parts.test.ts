import { systemClock } from '../clock';
import { createMetrics } from '../metrics';
import { Connection } from './Connection';
import { EventCache } from './EventCache';
import { Hub } from './Hub';
import { DEFAULT_LIMITS } from './limits';
import { traitsOf } from './protocol/channelNames';
import { CLOSINGS } from './protocol/closeCodes';
import { frameOf } from './protocol/frames';
import { RecentEvents } from './RecentEvents';
import { TokenBucket } from './TokenBucket';
import { Wheel } from './Wheel';

test.each([0, 1, 125, 126, 65_535, 65_536, 70_000])(
  'a frame of %i bytes has the head of RFC 6455',
  (length) => {
    const frame = frameOf('x'.repeat(length));
    const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
    expect(frame[0]).toBe(0x81);
    expect(frame.length).toBe(head + length);
    const told =
      head === 2 ? frame[1] : head === 4 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2));
    expect(told).toBe(length);
  },
);

test('a frame counts bytes, not characters', () => {
  const frame = frameOf('€'.repeat(100));
  expect(frame.readUInt16BE(2)).toBe(300);
  expect(frame.subarray(4).toString()).toBe('€'.repeat(100));
});

test.each([
  ['news', {}],
  ['private-a', { isSigned: true }],
  ['private-encrypted-a', { isSigned: true, isEncrypted: true }],
  ['private-encrypted-cache-a', { isSigned: true, isEncrypted: true, isCached: true }],
  ['presence-a', { isSigned: true, isPresence: true }],
  ['presence-cache-a', { isSigned: true, isPresence: true, isCached: true }],
  ['private-cache-a', { isSigned: true, isCached: true }],
  ['cache-a', { isCached: true }],
  ['x-private-a', {}],
  ['#server-to-user-u 1', { userId: 'u 1' }],
])('the channel %s', (name, traits) => {
  expect(traitsOf(name)).toEqual({
    isSigned: false,
    isPresence: false,
    isEncrypted: false,
    isCached: false,
    userId: null,
    ...traits,
  });
});

test.each([
  '',
  ' ',
  'a b',
  'a/b',
  'a{b}',
  'a\n',
  'ä',
  '#a',
  '#server-to-user-',
  '#server-to-user-\u0000',
  'x'.repeat(201),
])('%j is no channel', (name) => expect(traitsOf(name)).toBeNull());

test('a bucket gives its burst, and then as much as time brings', () => {
  const bucket = new TokenBucket(3, 2, 1_000);
  expect([1, 2, 3, 4].map(() => bucket.take(1_000))).toEqual([true, true, true, false]);
  expect([bucket.take(1_499), bucket.take(1_500), bucket.take(1_500)]).toEqual([false, true, false]);
  expect([1, 2, 3, 4].map(() => bucket.take(60_000))).toEqual([true, true, true, false]);
  // A clock set back brings nothing and takes nothing.
  expect(bucket.take(0)).toBe(false);
  expect(bucket.take(500)).toBe(true);
});

test('a cache keeps the newest of so many channels for so long', () => {
  const cache = new EventCache(2, 1_000);
  for (const [channel, text] of [
    ['a', '1'],
    ['b', '2'],
    ['a', '3'],
    ['c', '4'],
  ] as const)
    cache.put(channel, text, 0);
  expect(cache.get('a', 400)).toEqual({ text: '3', leftMs: 600 });
  expect(cache.get('b', 400)).toBeNull();
  expect(cache.get('c', 999)).toEqual({ text: '4', leftMs: 1 });
  expect(cache.get('c', 1_000)).toBeNull();
});

test('what was told a moment ago is kept for so long, equal events once, of so many channels', () => {
  const recent = new RecentEvents(2, 1_000);
  recent.put('a', '1', 0);
  recent.put('a', '2', 100);
  recent.put('a', '1', 200);
  expect(recent.of('a', 999)).toEqual(['2', '1']);
  expect(recent.of('a', 1_100)).toEqual(['1']);
  expect(recent.of('a', 1_200)).toEqual([]);
  recent.put('b', '3', 300);
  recent.put('a', '4', 400);
  recent.put('c', '5', 500);
  expect(['a', 'b', 'c'].map((channel) => recent.of(channel, 600))).toEqual([['2', '1', '4'], [], ['5']]);
  for (let n = 0; n < 60; n += 1) recent.put('c', `many ${n}`, 600);
  expect(recent.of('c', 600)).toHaveLength(50);
  expect(recent.of('c', 600).at(-1)).toBe('many 59');
});

test('a wheel looks at each when it is due, and never at what was taken off', () => {
  const seen: string[] = [];
  const again: Record<string, number | null> = { often: 2, once: null };
  const wheel = new Wheel<{ slot: number; name: string }>(5, ({ name }) => {
    seen.push(`${wheel.turns} ${name}`);
    return again[name] ?? null;
  });
  const gone = { slot: 0, name: 'gone' };
  wheel.add({ slot: 0, name: 'often' }, 1);
  wheel.add({ slot: 0, name: 'once' }, 3);
  wheel.add({ slot: 0, name: 'far' }, 99);
  wheel.add(gone, 2);
  wheel.remove(gone);
  for (let turn = 0; turn < 12; turn += 1) wheel.turn();
  expect(seen).toEqual([
    '1 often',
    '3 once',
    '3 often',
    '5 far',
    '5 often',
    '7 often',
    '9 often',
    '11 often',
  ]);
});

test('who ends with a session is found without a look at everybody else', () => {
  const hub = new Hub({ limits: DEFAULT_LIMITS, clock: systemClock, metrics: createMetrics() });
  const made = ['a', 'b', 'b'].map((session, index) => {
    // As the server of `ws` makes them.
    const connection: Connection = Reflect.construct(Connection, [null, undefined, {}]);
    hub.add(connection, '192.0.2.1');
    expect(hub.claim(connection.socketId, [`session:${session}`, `user:${index}`])).toBe(true);
    return { connection, end: jest.spyOn(connection, 'end').mockReturnValue() };
  });
  const looks = jest.spyOn(hub.connections, 'values');
  hub.endClaimed('session:b', CLOSINGS.terminated);
  hub.endClaimed('session:c', CLOSINGS.terminated);
  expect(made.map(({ end }) => end.mock.calls.length)).toEqual([0, 1, 1]);
  expect(looks).not.toHaveBeenCalled();
  for (const { connection } of made) hub.remove(connection);
  hub.endClaimed('session:b', CLOSINGS.terminated);
  expect(made.map(({ end }) => end.mock.calls.length)).toEqual([0, 1, 1]);
});
