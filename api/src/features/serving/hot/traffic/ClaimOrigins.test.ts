import { ClaimOrigins } from './ClaimOrigins';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 18, 12);
const note = (
  origins: ClaimOrigins,
  address: string,
  reporter?: string,
  { nowMs = NOW_MS, propertyId = 201, source = 1 } = {},
) =>
  origins.note(
    { propertyId, publisherId: 1 },
    source,
    { address, ...(reporter !== undefined && { reporter }) },
    nowMs,
  );
/** Of properties alone. */
const takeOwn = (origins: ClaimOrigins) => origins.take().filter(({ owner }) => owner === 'property');

test('counts who sends, whose they are said to be, and their networks', () => {
  const origins = new ClaimOrigins();
  for (let last = 1; last <= 20; last += 1) note(origins, `203.0.113.${last}`, '198.51.100.4');
  note(origins, '198.51.100.9');
  const counts = { day: '2026-11-18', events: 21, senders: 2, visitors: 21, networks: 2 };
  expect(origins.take()).toEqual([
    { owner: 'property', ownerId: 201, source: 1, ...counts },
    { owner: 'publisher', ownerId: 1, source: 1, ...counts },
    { owner: 'publisher', ownerId: 1, source: 0, ...counts },
  ]);
  note(origins, '203.0.113.1', '198.51.100.4');
  expect(takeOwn(origins)).toMatchObject([{ events: 1, senders: 0, visitors: 0, networks: 0 }]);
  expect(origins.take()).toEqual([]);
});

test('one machine is one of its publisher, over how many properties and sources it goes', () => {
  const origins = new ClaimOrigins();
  for (let place = 0; place < 50; place += 1)
    note(origins, '203.0.113.1', undefined, { propertyId: place, source: 1 + (place % 3) });
  const taken = origins.take();
  expect(taken.filter(({ owner }) => owner === 'property')).toHaveLength(50);
  expect(taken.filter(({ source }) => source === 0)).toMatchObject([{ events: 50, senders: 1, visitors: 1 }]);
});

test('a customer’s /48 is one address', () => {
  const origins = new ClaimOrigins();
  for (let home = 0; home < 50; home += 1) note(origins, `2a01:db8:7:${home.toString(16)}::1`);
  note(origins, '2a01:db8:8::1');
  expect(takeOwn(origins)).toMatchObject([{ events: 51, senders: 2, visitors: 2, networks: 1 }]);
});

test('who comes through a proxy of ours is one machine', () => {
  const origins = new ClaimOrigins();
  for (let last = 1; last <= 9; last += 1) note(origins, `10.0.0.${last}`);
  expect(takeOwn(origins)).toMatchObject([{ events: 9, senders: 1, visitors: 1, networks: 1 }]);
});

test('events beyond the addresses that are told apart do not make these look few', () => {
  const origins = new ClaimOrigins();
  for (let sent = 0; sent < 9_000; sent += 1)
    note(origins, `203.${sent >> 8}.${sent & 255}.1`, `198.${sent >> 8}.${sent & 255}.1`);
  expect(takeOwn(origins)).toMatchObject([{ events: 2_000, senders: 2_000, visitors: 2_000 }]);
});

test('what could not be kept is taken again, and another day is counted anew', () => {
  const origins = new ClaimOrigins();
  note(origins, '203.0.113.1');
  const taken = origins.take();
  origins.putBack(taken);
  note(origins, '203.0.113.1', undefined, { nowMs: NOW_MS + DAY_MS });
  expect(takeOwn(origins)).toMatchObject([
    { day: '2026-11-18', events: 1, senders: 1 },
    { day: '2026-11-19', events: 1, senders: 1 },
  ]);
});
