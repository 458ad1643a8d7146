import { FATES, RIVAL_FATES } from '@ezdash/contracts';
import { buildSnapshot } from '../index/buildSnapshot';
import type { CampaignIndex } from '../index/CampaignIndex';
import { snapshotInput } from '../testFixtures';
import { type FateRow, FateTally } from './FateTally';
import { makeView } from './fateBytes';

const HOUR_MS = 3_600_000;
const AT_MS = Date.UTC(2027, 0, 14, 13, 20);
const THIS_HOUR = Date.UTC(2027, 0, 14, 13);

/** Campaigns 1 and 2 bid an eCPM of 2 and 4. */
function indexOf(): CampaignIndex {
  const input = snapshotInput([
    { id: 1, bidMicros: 2_000_000 },
    { id: 2, bidMicros: 4_000_000 },
  ]);
  const [index] = buildSnapshot(input).indexes;
  if (!index) throw new Error('no index');
  return index;
}
const drain = (tally: FateTally): FateRow[] => {
  const rows: FateRow[] = [];
  for (let taken = tally.take(1); taken.length > 0; taken = tally.take(1)) rows.push(...taken);
  return rows.sort((a, b) => a.hourMs - b.hourMs || a.campaignId - b.campaignId || a.fate - b.fate);
};

function count(
  tally: FateTally,
  index: CampaignIndex,
  atMs: number,
  weight: number,
  fates: [number, number],
  firstAdvertiserId = 1_002,
) {
  tally.begin(atMs, weight);
  const byPosition = new Uint8Array(2);
  for (const id of [1, 2]) byPosition[index.positionOf(id) ?? 0] = fates[id - 1] ?? 0;
  tally.add(index, byPosition, makeView(index, tally.slots).slots, weight, {
    firstEcpmMicros: 4_000_000,
    firstAdvertiserId,
    floorMicros: 2_100_000,
  });
}

test('adds up what decisions stand for, what they missed by and how many there were', () => {
  const tally = new FateTally();
  const index = indexOf();
  count(tally, index, AT_MS, 10, [FATES.outbid, FATES.won]);
  count(tally, index, AT_MS, 5, [FATES.outbid, FATES.won]);
  count(tally, index, AT_MS, 1, [FATES['below-floor'], FATES.budget]);
  expect(tally.takeHours()).toEqual([{ hourMs: THIS_HOUR, traces: 3, decisions: 16, squares: 126 }]);
  expect(tally.takeHours()).toEqual([]);
  count(tally, index, AT_MS, 2, [0, 0]);
  expect(tally.takeHours()).toEqual([{ hourMs: THIS_HOUR, traces: 1, decisions: 2, squares: 4 }]);
  const row = (
    campaignId: number,
    fate: number,
    gap: number,
    decisions: number,
    missingMicros: number,
    rivals = 0,
  ) => ({
    hourMs: THIS_HOUR,
    campaignId,
    fate,
    gap,
    decisions,
    missingMicros,
    rivals,
  });
  expect(drain(tally)).toEqual([
    // 2 of 4 were missing: as much again as the bid, the fifth step. Of 2.1 it was 5 %, the first.
    row(1, FATES['below-floor'], 1, 1, 100_000),
    row(1, FATES.outbid, 5, 15, 30_000_000, 1 << 10),
    row(2, FATES.budget, 0, 1, 0),
    row(2, FATES.won, 0, 15, 0),
  ]);
  expect(drain(tally)).toEqual([]);
});

test.each(RIVAL_FATES)(
  'whom it lost to, %s: a bit for each advertiser, forgotten once it is taken',
  (name) => {
    const tally = new FateTally();
    const index = indexOf();
    const rivals = () => drain(tally).map(({ campaignId, rivals }) => [campaignId, rivals]);
    for (const advertiserId of [1_002, 1_055, 1_002])
      count(tally, index, AT_MS, 1, [FATES[name], FATES.won], advertiserId);
    // 1,002 is 10 modulo 32, and 1,055 is 31, the sign of 32 bits.
    expect(rivals()).toEqual([
      [1, (1 << 10) | (1 << 31)],
      [2, 0],
    ]);
    count(tally, index, AT_MS, 1, [FATES[name], FATES.won], 1_000);
    expect(rivals()).toEqual([
      [1, 1 << 8],
      [2, 0],
    ]);
    // A floor is nobody's bid.
    count(tally, index, AT_MS, 1, [FATES['below-floor'], FATES.won]);
    expect(rivals()).toEqual([
      [1, 0],
      [2, 0],
    ]);
  },
);

test('an hour that is over is kept until it is taken, also what came behind the place of the last round', () => {
  const tally = new FateTally();
  const index = indexOf();
  count(tally, index, AT_MS, 1, [FATES.won, FATES.budget]);
  expect(tally.take(1)).toHaveLength(1);
  count(tally, index, AT_MS, 1, [FATES.won, FATES.budget]);
  count(tally, index, AT_MS + HOUR_MS, 1, [FATES.won, FATES.budget]);
  expect(drain(tally).map(({ hourMs, decisions }) => [hourMs - THIS_HOUR, decisions])).toEqual([
    [0, 2],
    [0, 1],
    [HOUR_MS, 1],
    [HOUR_MS, 1],
  ]);
});

test('hours that nobody takes are given up, the oldest first', () => {
  const tally = new FateTally();
  const index = indexOf();
  for (let hour = 0; hour < 6; hour += 1)
    count(tally, index, AT_MS + hour * HOUR_MS, 1, [FATES.won, FATES.budget]);
  expect(tally.dropped).toBe(2);
  const hours = new Set(drain(tally).map(({ hourMs }) => hourMs));
  expect([...hours].map((hourMs) => (hourMs - THIS_HOUR) / HOUR_MS)).toEqual([2, 3, 4, 5]);
});
