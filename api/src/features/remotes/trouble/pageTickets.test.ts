import { fakeClock } from '../../../testing/fakeClock';
import { createPageTickets } from './pageTickets';

const HOUR_MS = 3_600_000;
const secret = 'a secret of the tests, long enough for anybody';
const clock = fakeClock('2026-11-22T11:00:00.000Z');
const tickets = createPageTickets({ secret, clock });
const made = (address = '203.0.113.7') => tickets.make(address);
const networkAt = (address: string) => tickets.read(tickets.make(address))?.network;

beforeEach(() => clock.set('2026-11-22T11:00:00.000Z'));

test('each page has an id of its own, and the network that it was given into', () => {
  const [first, second] = [tickets.read(made()), tickets.read(made('203.0.113.99'))];
  expect(first?.page).toMatch(/^[\w-]{22}$/);
  expect(first?.page).not.toBe(second?.page);
  expect(first?.network).toMatch(/^[\w-]{22}$/);
  expect(first?.network).toBe(second?.network);
  expect(networkAt('198.51.100.1')).not.toBe(first?.network);
});

test('rented computers are one network, wherever they stand', () => {
  const rented = new Set(['198.51.100.1', '192.0.2.1', '2001:db8::1']);
  const watchful = createPageTickets({ secret, clock, isRented: (address) => rented.has(address) });
  const networks = [...rented].map((address) => watchful.read(watchful.make(address))?.network);
  expect(new Set(networks).size).toBe(1);
  expect(watchful.read(watchful.make('198.51.100.2'))?.network).toBe(networkAt('198.51.100.2'));
  expect(networks[0]).not.toBe(networkAt('198.51.100.2'));
});

test('says nothing of the address itself', () => {
  expect(made()).not.toContain('203');
});

test('is read by every server with the same secret, for 12 hours', () => {
  const ticket = made();
  const other = createPageTickets({ secret, clock });
  clock.advance(12 * HOUR_MS - 1_000);
  expect(other.read(ticket)).toEqual(tickets.read(ticket));
  expect(other.read(ticket)).not.toBeNull();
  clock.advance(1_000);
  expect(other.read(ticket)).toBeNull();
});

test('a page that stays open has its ticket made anew, for a week: the same page, where it is now', () => {
  const old = made();
  clock.advance(7 * 24 * HOUR_MS - 1_000);
  expect(tickets.read(old)).toBeNull();
  const renewed = tickets.renew(old, '198.51.100.1');
  const { page, network } = tickets.read(renewed?.ticket) ?? {};
  expect(page).toBe(old.split('.')[0]);
  expect(renewed?.page).toBe(page);
  expect(network).toBe(networkAt('198.51.100.1'));
  clock.advance(1_000);
  expect(tickets.renew(old, '198.51.100.1')).toBeNull();
  expect(
    tickets.renew(createPageTickets({ secret: 'another', clock }).make('203.0.113.7'), '203.0.113.7'),
  ).toBeNull();
});

test('an account has one name beside all tickets of a day, and another the next day', () => {
  const named = (userId: number, ticket = made()) => {
    const ticketed = tickets.read(ticket);
    return ticketed && tickets.accountName(ticketed, userId);
  };
  expect(named(7)).toMatch(/^[\w-]{22}$/);
  expect(named(7, made('198.51.100.1'))).toBe(named(7));
  expect(named(8)).not.toBe(named(7));
  const [before, old] = [named(7), made()];
  clock.set('2026-11-22T22:59:59.000Z');
  clock.advance(HOUR_MS);
  // Told after midnight by a page of before: of that day.
  const evening = createPageTickets({ secret, clock: fakeClock('2026-11-22T20:00:00.000Z') }).make(
    '203.0.113.7',
  );
  expect(clock.now().toISOString().slice(0, 10)).toBe('2026-11-22');
  clock.advance(HOUR_MS);
  expect(named(7, evening)).toBe(before);
  expect(named(7)).not.toBe(before);
  expect(tickets.read(old)).toBeNull();
});

test('a network has another name every day, told apart by its first letter', () => {
  const [before, neighbour] = [networkAt('203.0.113.7'), networkAt('198.51.100.1')];
  clock.advance(24 * HOUR_MS);
  const after = networkAt('203.0.113.7');
  expect(after).not.toBe(before);
  expect(after?.slice(1)).not.toBe(before?.slice(1));
  expect(before?.[0]).toBe(neighbour?.[0]);
  expect(after?.[0]).not.toBe(before?.[0]);
});

test.each([
  ['nothing', () => undefined],
  ['an empty one', () => ''],
  ['what is no ticket', () => 'a.b.c.d'],
  ['one of another environment', () => createPageTickets({ secret: 'another', clock }).make('203.0.113.7')],
  ['one with another page', () => `A${made().slice(1)}`.replace(/^AA/, 'AB')],
  ['one that was made younger', () => made().replace(/\.(\d+)\./, (_, at) => `.${Number(at) + 60}.`)],
  [
    'one that was moved to another network',
    () => {
      const [page, at, , signature] = made().split('.');
      return [page, at, networkAt('198.51.100.1'), signature].join('.');
    },
  ],
  ['one whose signature was cut', () => made().slice(0, -1)],
  ['one with something behind it', () => `${made()}.more`],
])('does not take %s', (_, make) => {
  expect(tickets.read(make())).toBeNull();
});
