import { INVALID_REASONS, type InvalidReason } from '@ezdash/contracts';
import { buildSnapshot } from '../index/buildSnapshot';
import { campaignInput, creativeInput, zoneInput } from '../testFixtures';
import { PAYLOAD_BYTES, type VerifiedToken } from '../token';
import { FASTEST_MS, TrafficRules } from './TrafficRules';
import { parseTrafficLimits } from './trafficLimits';

const NOW_MS = 1_800_000_000_000 - (1_800_000_000_000 % 3_600_000);
const SECOND_MS = 1_000;
const ADVERTISER = 1_001;
const PUBLISHER = 2_001;
const LIMITS = 'impression=5/m; click=3/m,4/h; same-campaign=2/h';

const snapshot = buildSnapshot({
  campaigns: [1, 2, 3, 4, 5].map((id) =>
    campaignInput({ id, advertiserId: id === 1 ? ADVERTISER : 1_100 + id }),
  ),
  creatives: [1, 2, 3, 4, 5].map((id) => creativeInput({ id: id + 1_000, campaignId: id })),
  zones: [zoneInput({ id: 401, publisherId: PUBLISHER })],
});
/** A decision of ten seconds ago. */
const token = (fields: Partial<VerifiedToken> = {}): VerifiedToken => ({
  payload: Buffer.alloc(PAYLOAD_BYTES),
  pricing: 0,
  device: 1,
  test: false,
  country: 0,
  countryCode: 'ZZ',
  os: 0,
  browser: 0,
  language: 0,
  private: false,
  source: 0,
  addressCode: 0,
  decisionId: '00000000-0000-7000-8000-000000000000',
  decidedAtMs: NOW_MS - 10 * SECOND_MS,
  zoneId: 401,
  creativeId: (fields.campaignId ?? 1) + 1_000,
  campaignId: 1,
  priceMicros: 1_000,
  payoutMicros: 800,
  ...fields,
});

let rules: TrafficRules;
beforeEach(() => {
  rules = new TrafficRules({ limits: parseTrafficLimits(LIMITS) });
});
type Kind = 'impression' | 'viewable' | 'click';
const nameOf = (code: number) =>
  Object.entries(INVALID_REASONS).find(([, number]) => number === code)?.[0] as 'counted' | InvalidReason;
const judge = (
  kind: Kind,
  address: string,
  fields: Partial<VerifiedToken> = {},
  nowMs = NOW_MS,
  isPrivate = false,
) => nameOf(rules.judge(kind, token(fields), { address, private: isPrivate }, snapshot, nowMs));

describe('too fast', () => {
  test.each([
    ['click', 0, 'too-fast'],
    ['click', 299, 'too-fast'],
    ['click', 300, 'counted'],
    ['viewable', 899, 'too-fast'],
    ['viewable', 900, 'counted'],
    ['impression', 0, 'counted'],
    // A clock that goes before the other node's.
    ['impression', -50, 'counted'],
  ] as const)('a %s %i ms after its decision: %s', (kind, afterMs, reason) => {
    expect(judge(kind, '203.0.113.9', { decidedAtMs: NOW_MS - afterMs })).toBe(reason);
  });

  test('also when nobody knows where it comes from, and without using up a limit', () => {
    expect(nameOf(rules.judge('click', token({ decidedAtMs: NOW_MS }), {}, snapshot, NOW_MS))).toBe(
      'too-fast',
    );
    for (let time = 0; time < 9; time += 1) judge('click', '203.0.113.9', { decidedAtMs: NOW_MS });
    expect(judge('click', '203.0.113.9')).toBe('counted');
    expect(FASTEST_MS).toEqual({ viewable: 900, click: 300 });
  });
});

describe('rate', () => {
  test('impressions of an address, and the views that follow them', () => {
    const verdicts = Array.from({ length: 7 }, () => judge('impression', '203.0.113.9'));
    expect(verdicts).toEqual([...new Array(5).fill('counted'), 'rate', 'rate']);
    expect(judge('viewable', '203.0.113.9')).toBe('rate');
    expect(judge('viewable', '203.0.113.10')).toBe('counted');
    expect(judge('impression', '203.0.113.10')).toBe('counted');
    // A minute later all of it lies behind.
    expect(judge('impression', '203.0.113.9', { decidedAtMs: NOW_MS }, NOW_MS + 120 * SECOND_MS)).toBe(
      'counted',
    );
  });

  test('clicks of an address on whatever it is, in the minute and in the hour', () => {
    const click = (campaignId: number, afterMs = 0) =>
      judge('click', '203.0.113.9', { campaignId }, NOW_MS + afterMs);
    expect([1, 2, 3, 4].map((id) => click(id))).toEqual(['counted', 'counted', 'counted', 'rate']);
    expect(click(5, 180 * SECOND_MS)).toBe('rate');
    expect(click(5, 2 * 3_600 * SECOND_MS)).toBe('counted');
  });

  test('clicks of an address on one campaign', () => {
    expect([1, 1, 1, 2].map((campaignId) => judge('click', '203.0.113.9', { campaignId }))).toEqual([
      'counted',
      'counted',
      'rate',
      'rate',
    ]);
    expect(judge('click', '203.0.113.10', { campaignId: 1 })).toBe('counted');
  });

  test('a home with IPv6 is one address', () => {
    for (let host = 1; host <= 5; host += 1)
      expect(judge('impression', `2001:db8:1:2::${host}`)).toBe('counted');
    expect(judge('impression', '2001:db8:1:2:ffff::1')).toBe('rate');
    expect(judge('impression', '2001:db8:1:3::1')).toBe('counted');
  });

  test('who asks not to be followed is counted with the network, four times as wide', () => {
    const verdicts = Array.from({ length: 21 }, (_, host) =>
      judge('impression', `203.0.113.${host}`, {}, NOW_MS, true),
    );
    expect(verdicts).toEqual([...new Array(20).fill('counted'), 'rate']);
    // The decision remembers it, wherever it was told.
    expect(judge('impression', '203.0.113.1', { private: true })).toBe('rate');
    // The others of that network are nobody's concern.
    expect(judge('impression', '203.0.113.1')).toBe('counted');
  });

  test.each(['127.0.0.1', '::1', '10.0.0.7', '192.168.1.2', '', 'unknown'])(
    'an address that tells nobody apart has no limit: %j',
    (address) => {
      for (let time = 0; time < 20; time += 1) expect(judge('impression', address)).toBe('counted');
    },
  );

  test('midnight (UTC) forgets every address', () => {
    const midnight = NOW_MS - (NOW_MS % 86_400_000) + 86_400_000;
    const before = midnight - 100;
    const at = (nowMs: number) => judge('impression', '203.0.113.9', { decidedAtMs: nowMs - 5_000 }, nowMs);
    expect(Array.from({ length: 6 }, () => at(before)).at(-1)).toBe('rate');
    expect(at(midnight)).toBe('counted');
  });
});

describe('internal', () => {
  const own = (kind: Kind, address = '203.0.113.9', nowMs = NOW_MS) => judge(kind, address, {}, nowMs);

  test.each([
    ['the advertiser', ADVERTISER, 'internal'],
    ['the publisher', PUBLISHER, 'internal'],
    ['the operator', null, 'internal'],
    ['another account', 77, 'counted'],
  ] as const)('what %s sees and clicks at work: %s', (_, userId, expected) => {
    rules.notePresence('203.0.113.9', userId, NOW_MS);
    for (const kind of ['impression', 'viewable', 'click'] as const) expect(own(kind)).toBe(expected);
    expect(own('click', '203.0.113.10')).toBe('counted');
  });

  test('asking not to be followed hides nobody from this', () => {
    rules.notePresence('203.0.113.9', PUBLISHER, NOW_MS);
    expect(judge('click', '203.0.113.9', {}, NOW_MS, true)).toBe('internal');
  });

  test('for an hour; and not behind an address that many share', () => {
    rules.notePresence('203.0.113.9', PUBLISHER, NOW_MS);
    rules.notePresence('127.0.0.1', null, NOW_MS);
    expect(own('impression', '203.0.113.9', NOW_MS + 3_599_999)).toBe('internal');
    expect(own('impression', '203.0.113.9', NOW_MS + 3_600_000)).toBe('counted');
    expect(own('impression', '127.0.0.1')).toBe('counted');
  });
});
