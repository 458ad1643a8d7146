import { FATES } from '@ezdash/contracts';
import { Budgets } from '../budgets';
import { decide } from '../decide';
import { buildSnapshot } from '../index/buildSnapshot';
import type { CampaignInput } from '../snapshotInput';
import { DESKTOP, snapshotInput } from '../testFixtures';
import { lookAt } from './look';

const NOW_MS = Date.UTC(2027, 0, 14, 12);
const cap = { count: 1, seconds: 60 };

function look(campaigns: (Partial<CampaignInput> & { id: number })[]) {
  const snapshot = buildSnapshot(snapshotInput(campaigns));
  const budgets = new Budgets();
  budgets.tick(NOW_MS);
  budgets.attach(snapshot, NOW_MS);
  const advertisers = [1001, 1002, 1003].map((id) => ({ id, balanceMicros: 1e12 }));
  budgets.load({ dayStartMs: 0, campaigns: [], advertisers }, NOW_MS);
  const zone = snapshot.zones.byId.get(401);
  if (!zone) throw new Error('no zone');
  const visitor = { origin: 0, client: DESKTOP, language: 0, keywords: [], address: '' };
  const context = { zone, ...visitor, exclude: [], random: 7, reserveMicros: 0 };
  const decision = decide(snapshot, budgets, context);
  const states = budgets.gates.map((gate) => gate.states);
  const { indexes, runnerUpEcpmMicros } = lookAt(snapshot.indexes, states, context, decision);
  const fates = new Map(
    campaigns.map(({ id }) => [id, indexes[0]?.fates[snapshot.indexes[0]?.positionOf(id) ?? -1]]),
  );
  return { decision, fates, runnerUpEcpmMicros };
}

test('who is passed over for having a cap still set the price, and is told as the runner-up', () => {
  const { decision, fates, runnerUpEcpmMicros } = look([
    { id: 1, bidMicros: 5_000_000, cap },
    { id: 2, bidMicros: 4_900_000, cap },
    { id: 3, bidMicros: 4_800_000, cap, advertiserId: 1003 },
    { id: 4, bidMicros: 1_000_000, advertiserId: 1002 },
  ]);
  expect(decision.candidates.map(({ campaign }) => campaign.id)).toEqual([1, 2, 4]);
  expect(decision.candidates.map(({ priceMicros }) => priceMicros)).toEqual([4_801, 4_801, 1]);
  expect(runnerUpEcpmMicros).toBe(4_800_000);
  expect(fates).toEqual(
    new Map([
      [1, FATES.won],
      [2, FATES.next],
      [3, FATES['runner-up']],
      [4, FATES.next],
    ]),
  );
});

const DEARER = 1002;
const CHEAPER = 1003;

test('who lost the place to its own account is told so, whatever rivals bid in between', () => {
  const { fates } = look([
    { id: 1, bidMicros: 5_000_000 },
    { id: 2, bidMicros: 4_500_000 },
    { id: 3, bidMicros: 4_000_000 },
    { id: 4, bidMicros: 4_000_000, advertiserId: DEARER },
    { id: 5, bidMicros: 3_000_000 },
    { id: 6, bidMicros: 2_000_000, advertiserId: CHEAPER },
  ]);
  expect([...fates.values()]).toEqual([
    FATES.won,
    FATES['outbid-by-own'],
    FATES['outbid-by-own'],
    FATES['runner-up'],
    FATES['outbid-by-own'],
    FATES.outbid,
  ]);
});

test('a losing bid that is moved past a rival’s tells its account nothing of it', () => {
  const fateAt = (bidMicros: number) =>
    look([
      { id: 1, bidMicros: 5_000_000 },
      { id: 2, bidMicros },
      { id: 3, bidMicros: 3_000_000, advertiserId: DEARER },
    ]).fates.get(2);
  const bids = [2_000_000, 2_999_999, 3_000_000, 3_000_001, 4_000_000];
  expect(new Set(bids.map(fateAt))).toEqual(new Set([FATES['outbid-by-own']]));
});

test('behind a rival nobody is outbid by its own, and without one all are', () => {
  const behind = look([
    { id: 1, bidMicros: 5_000_000, advertiserId: DEARER },
    { id: 2, bidMicros: 4_000_000 },
    { id: 3, bidMicros: 3_000_000 },
  ]);
  expect([...behind.fates.values()]).toEqual([FATES.won, FATES['runner-up'], FATES.outbid]);
  const alone = look([
    { id: 1, bidMicros: 5_000_000 },
    { id: 2, bidMicros: 4_000_000 },
    { id: 3, bidMicros: 3_000_000 },
  ]);
  expect([...alone.fates.values()]).toEqual([FATES.won, FATES['outbid-by-own'], FATES['outbid-by-own']]);
});

test('behind its own account’s first a campaign is told so, also where a rival follows in the answer', () => {
  const { fates } = look([
    { id: 1, bidMicros: 5_000_000, cap },
    { id: 2, bidMicros: 4_000_000, advertiserId: DEARER },
    { id: 3, bidMicros: 3_000_000 },
  ]);
  expect([...fates.values()]).toEqual([FATES.won, FATES.next, FATES['outbid-by-own']]);
});

test('a successor of another advertiser is the runner-up without being told so', () => {
  const { fates, runnerUpEcpmMicros } = look([
    { id: 1, bidMicros: 5_000_000, cap },
    { id: 2, bidMicros: 4_000_000, advertiserId: 1002 },
    { id: 3, bidMicros: 3_000_000, advertiserId: 1003 },
  ]);
  expect(runnerUpEcpmMicros).toBe(4_000_000);
  expect([...fates.values()]).toEqual([FATES.won, FATES.next, FATES.outbid]);
});
