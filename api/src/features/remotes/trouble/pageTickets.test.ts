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
