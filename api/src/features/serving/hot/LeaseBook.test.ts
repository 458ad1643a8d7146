import { GATE } from './decision';
import { type CampaignMoney, newAdvertiser, newMoney } from './gateState';
import type { SnapshotCampaign } from './index/entries';
import { LeaseBook } from './LeaseBook';

const DAY_MS = 1_800_000_000_000 - (1_800_000_000_000 % 86_400_000);
const NOW_MS = DAY_MS + 3_600_000;
const ELSEWHERE = { elsewhereMicros: 0, elsewherePlaces: 0 };

let asked: number;
let book: LeaseBook;
let money: CampaignMoney;
beforeEach(() => {
  asked = 0;
  book = new LeaseBook(7, () => {
    asked += 1;
  });
  book.validUntilMs = NOW_MS + 1_000;
  money = newMoney(101, newAdvertiser(1_001));
});

const campaign = (fields: Partial<SnapshotCampaign> = {}) =>
  ({ priority: 'auction', impressionLimit: 0, pricing: 0, unitMicros: 100, ...fields }) as SnapshotCampaign;
const state = (of = campaign(), nowMs = NOW_MS) => book.state(money, of, DAY_MS, nowMs);
const grant = (micros: number, places = 0, revision = 1) =>
  book.take(101, { dayStartMs: DAY_MS, micros, places, revision });

test('nobody is shown without a lease of the day, and is asked for once', () => {
  expect([state(), state()]).toEqual([GATE.BUDGET, GATE.BUDGET]);
  expect([asked, [...book.wanted]]).toEqual([1, [101]]);
  book.take(101, { dayStartMs: DAY_MS - 86_400_000, micros: 1_000, places: 0, revision: 1 });
  expect(state()).toBe(GATE.BUDGET);
  expect(grant(1_000)).toBe(true);
  expect(state()).toBe(GATE.LIVE);
  expect(state(campaign(), NOW_MS + 1_000)).toBe(GATE.BUDGET);
});

test('what is pending and reserved is used, and the last event has to fit', () => {
  grant(1_000);
  Object.assign(money, { pendingTotal: 500, reserved: 400 });
  expect([state(), [...book.active]]).toEqual([GATE.LIVE, [101]]);
  money.reserved = 401;
  expect([state(), [...book.wanted]]).toEqual([GATE.BUDGET, [101]]);
});

test('who pays for clicks needs one event in its lease, and what those to come are expected to cost', () => {
  grant(100);
  const clicks = campaign({ pricing: 1, ctrPpm: 10_000 });
  money.reserved = 99;
  expect(state(clicks)).toBe(GATE.LIVE);
  money.reserved = 100;
  expect(state(clicks)).toBe(GATE.BUDGET);
  Object.assign(money, { reserved: 0, pendingTotal: 1 });
  expect(state(clicks)).toBe(GATE.BUDGET);
});

test('a limit needs a place beside the money; a house ad needs a place alone, or nothing', () => {
  grant(1_000, 2);
  money.reservedShown = 1;
  const limited = campaign({ impressionLimit: 10 });
  expect(state(limited)).toBe(GATE.LIVE);
  money.pendingShown = 1;
  expect(state(limited)).toBe(GATE.LIMIT);
  expect(book.hasPlace({ ...money, campaign: limited })).toBe(false);
  expect(book.hasPlace({ ...money, campaign: campaign() })).toBe(true);
  expect(state(campaign({ impressionLimit: 10, priority: 'house' }))).toBe(GATE.LIMIT);
  expect(state(campaign({ priority: 'house' }), NOW_MS + 5_000)).toBe(GATE.LIVE);
});

test('answers that overtake each other: the later revision holds', () => {
  grant(1_000, 0, 5);
  expect(grant(2_000, 0, 4)).toBe(false);
  expect(book.of(101)?.micros).toBe(1_000);
  expect(grant(700, 0, 6)).toBe(true);
  expect(book.of(101)?.micros).toBe(700);
});

test('while something is given back, nothing of it is spent, whatever a batch says', () => {
  grant(1_000);
  book.keep(101, 300, 0);
  grant(900, 0, 2);
  expect(book.of(101)?.micros).toBe(300);
  book.keepAll(101);
  grant(250, 0, 3);
  expect(book.of(101)?.micros).toBe(250);
});

test('what others have received is told once', () => {
  grant(1_000, 10);
  const seen = (elsewhereMicros: number, elsewherePlaces: number) =>
    book.seenElsewhere(101, { elsewhereMicros, elsewherePlaces }, DAY_MS);
  expect(seen(200, 2)).toEqual({ micros: 200, places: 2 });
  expect(seen(200, 2)).toEqual({ micros: 0, places: 0 });
  expect(seen(300, 2)).toEqual({ micros: 100, places: 0 });
  expect(book.seenElsewhere(102, ELSEWHERE, DAY_MS)).toEqual({ micros: 0, places: 0 });
});

test('the end of all leases is news once', () => {
  expect([book.hasEnded(NOW_MS), book.hasEnded(NOW_MS + 1_000), book.hasEnded(NOW_MS + 1_001)]).toEqual([
    false,
    true,
    false,
  ]);
});
