import type { Peers, Roll } from './peers/Peers';
import { Rooms } from './Rooms';

const ROOM = 'presence-a';

/** A Redis that answers when the test lets it. */
function openRooms({ isUp = true, mostMembers = 100 } = {}) {
  const told: string[] = [];
  const asked: { what: string; answer(roll: Roll | null): void; fail(): void }[] = [];
  const ask = <Answer>(what: string) =>
    new Promise<Answer>((resolve, reject) =>
      asked.push({ what, answer: (roll) => resolve(roll as Answer), fail: () => reject(new Error('gone')) }),
    );
  const peers = {
    isUp,
    enter: (_channel: string, user: string) => ask<Roll | null>(`enter ${user}`),
    leave: (_channel: string, user: string) => ask<Roll>(`leave ${user}`),
    read: () => ask<Roll>('read'),
    replace: (_channel: string, members: ReadonlyMap<string, string>) =>
      ask<Roll>(`replace ${[...members.keys()]}`),
  };
  const rooms = new Rooms({
    peers: peers as unknown as Peers,
    mostMembers,
    onMember: (_channel, user, info) => told.push(`${info === null ? '-' : '+'}${user}`),
  });
  const next = () => {
    const question = asked.shift();
    if (!question) throw new Error('Nothing was asked');
    return question;
  };
  return { rooms, peers, told, asked, next };
}
const roll = (version: number, ...users: string[]): Roll => ({
  version,
  members: new Map(users.map((user) => [user, '{}'])),
});
const settle = () => new Promise((resolve) => setImmediate(resolve));
const change = (version: number, userId: string, info: string | null = '{}') => ({
  channel: ROOM,
  version,
  userId,
  info,
});

async function entered(version: number, ...users: string[]) {
  const world = openRooms();
  const done = world.rooms.enter(ROOM, 'me', '{}');
  world.next().answer(roll(version, 'me', ...users));
  expect(await done).toBe(true);
  world.told.length = 0;
  return world;
}

test('changes in their order are told as they come, those of before are not', async () => {
  const { rooms, told, asked } = await entered(7, 'anna');
  rooms.onRollChange(change(6, 'anna'));
  rooms.onRollChange(change(7, 'me'));
  rooms.onRollChange(change(8, 'ben'));
  rooms.onRollChange(change(8, 'ben'));
  rooms.onRollChange(change(9, 'anna', null));
  rooms.onRollChange({ ...change(10, 'x'), channel: 'presence-other' });
  expect(told).toEqual(['+ben', '-anna']);
  expect(asked).toEqual([]);
});

test('a gap has the roll read, once, and only differences are told', async () => {
  const { rooms, told, asked, next } = await entered(7, 'anna', 'ben');
  rooms.onRollChange(change(10, 'cara'));
  rooms.onRollChange(change(11, 'dan'));
  expect(asked.map(({ what }) => what)).toEqual(['read']);
  next().answer(roll(11, 'me', 'ben', 'cara', 'dan'));
  await settle();
  expect(told).toEqual(['-anna', '+cara', '+dan']);
  rooms.onRollChange(change(12, 'anna'));
  expect(told.at(-1)).toBe('+anna');
});

test('a roll that is older than what was heard is read again', async () => {
  const { rooms, told, asked, next } = await entered(7);
  rooms.onRollChange(change(9, 'ben'));
  rooms.onRollChange(change(10, 'cara'));
  next().answer(roll(9, 'me', 'ben'));
  await settle();
  expect(asked.map(({ what }) => what)).toEqual(['read']);
  next().answer(roll(10, 'me', 'ben', 'cara'));
  await settle();
  expect(told).toEqual(['+ben', '+cara']);
});

test('what comes while the first roll is on its way is not lost', async () => {
  const { rooms, told, next, asked } = openRooms();
  const done = rooms.enter(ROOM, 'me', '{}');
  rooms.onRollChange(change(8, 'ben'));
  next().answer(roll(7, 'me'));
  expect(await done).toBe(true);
  expect(asked.map(({ what }) => what)).toEqual(['read']);
  next().answer(roll(8, 'me', 'ben'));
  await settle();
  expect(told).toEqual(['+me', '+ben']);
});

test('nobody can be sent away who is here', async () => {
  const { rooms, told } = await entered(7, 'anna');
  rooms.onRollChange(change(8, 'me', null));
  expect(told).toEqual([]);
  expect([...rooms.members(ROOM).keys()]).toEqual(['me', 'anna']);
});

test('a second connection of a user asks nobody, the last one to leave does', async () => {
  const { rooms, asked, next, told } = await entered(7);
  expect(await rooms.enter(ROOM, 'me', '{}')).toBe(true);
  rooms.leave(ROOM, 'me');
  expect(asked).toEqual([]);
  rooms.leave(ROOM, 'me');
  rooms.leave(ROOM, 'me');
  expect(asked.map(({ what }) => what)).toEqual(['leave me']);
  next().answer(roll(8));
  await settle();
  // There is nobody left to tell.
  expect(told).toEqual([]);
  expect(rooms.members(ROOM).size).toBe(0);
});

test('a full channel lets nobody in and keeps nothing of them', async () => {
  const { rooms, next, asked } = openRooms();
  const done = [rooms.enter(ROOM, 'me', '{}'), rooms.enter(ROOM, 'me', '{}')];
  next().answer(null);
  expect(await Promise.all(done)).toEqual([false, false]);
  expect(asked.map(({ what }) => what)).toEqual(['leave me']);
  rooms.leave(ROOM, 'me');
  expect(asked).toHaveLength(1);
});

test('what Redis did not hear is told anew: who is here, and that a channel is empty', async () => {
  const { rooms, told, next, asked } = openRooms();
  const done = rooms.enter(ROOM, 'me', '{}');
  next().fail();
  expect(await done).toBe(true);
  expect(told).toEqual(['+me']);
  rooms.mend();
  expect(asked.map(({ what }) => what)).toEqual(['replace me']);
  next().fail();
  await settle();
  rooms.leave(ROOM, 'me');
  next().fail();
  await settle();
  rooms.mend();
  expect(asked.map(({ what }) => what)).toEqual(['replace ']);
  next().answer(roll(3));
  await settle();
  rooms.mend();
  expect(asked).toEqual([]);
});

test('after an outage nobody is gone before their node had time to come back', async () => {
  const { rooms, told, next } = await entered(7, 'anna', 'ben');
  rooms.gather();
  next().answer(roll(1_000, 'me'));
  await settle();
  expect(told).toEqual([]);
  rooms.onRollChange(change(1_001, 'anna'));
  rooms.settle();
  next().answer(roll(1_001, 'me', 'anna'));
  await settle();
  expect(told).toEqual(['-ben']);
});

test('without other nodes the limit holds and leaving is told at once', async () => {
  const { rooms, told, asked } = openRooms({ isUp: false, mostMembers: 2 });
  expect(await rooms.enter(ROOM, 'a', '{}')).toBe(true);
  expect(await rooms.enter(ROOM, 'b', '{}')).toBe(true);
  expect(await rooms.enter(ROOM, 'c', '{}')).toBe(false);
  rooms.leave(ROOM, 'a');
  expect(await rooms.enter(ROOM, 'c', '{}')).toBe(true);
  expect(told).toEqual(['+a', '+b', '-a', '+c']);
  expect(asked).toEqual([]);
});
