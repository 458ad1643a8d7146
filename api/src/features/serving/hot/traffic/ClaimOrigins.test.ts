import { ClaimOrigins } from './ClaimOrigins';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 18, 12);
const note = (origins: ClaimOrigins, address: string, reporter?: string, nowMs = NOW_MS) =>
  origins.note(201, 1, { address, ...(reporter !== undefined && { reporter }) }, nowMs);

test('counts who sends, whose they are said to be, and their networks', () => {
  const origins = new ClaimOrigins();
  for (let last = 1; last <= 20; last += 1) note(origins, `203.0.113.${last}`, '198.51.100.4');
  note(origins, '198.51.100.9');
  expect(origins.take()).toEqual([
    { propertyId: 201, source: 1, day: '2026-11-18', events: 21, senders: 2, visitors: 21, networks: 2 },
  ]);
  note(origins, '203.0.113.1', '198.51.100.4');
  expect(origins.take()).toMatchObject([{ events: 1, senders: 0, visitors: 0, networks: 0 }]);
  expect(origins.take()).toEqual([]);
});

test('who comes through a proxy of ours is one machine', () => {
  const origins = new ClaimOrigins();
  for (let last = 1; last <= 9; last += 1) note(origins, `10.0.0.${last}`);
  expect(origins.take()).toMatchObject([{ events: 9, senders: 1, visitors: 1, networks: 1 }]);
});

test('what could not be kept is taken again, and another day is counted anew', () => {
  const origins = new ClaimOrigins();
  note(origins, '203.0.113.1');
  const taken = origins.take();
  origins.putBack(taken);
  note(origins, '203.0.113.1', undefined, NOW_MS + DAY_MS);
  expect(origins.take()).toMatchObject([
    { day: '2026-11-18', events: 1, senders: 1 },
    { day: '2026-11-19', events: 1, senders: 1 },
  ]);
});
