import type { ConversionGoal } from '@ezdash/contracts';
import { EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { silentLog } from '../../platform/log';
import { until } from '../../testing';
import { findUnfounded, type Walk } from './conversions.repo';
import { createSettler } from './createSettler';
import { type ConversionWorld, openConversions, type Place } from './testConversions';

const DAY_MS = 86_400_000;
const RAW_DAYS = 93;

let world: ConversionWorld;
let place: Place;
let goal: string;
beforeAll(async () => {
  world = await openConversions();
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`TRUNCATE conversion CASCADE`.execute(world.test.owner);
  place = await world.place();
  const client = world.app.client();
  await client.signIn(place.advertiser);
  goal = (await client.post<ConversionGoal>('/api/conversion-goals', { name: 'Sale' })).body.id;
});

const report = (clickId: string) => world.app.client().get(`/postback?goal=${goal}&click_id=${clickId}`);
async function converted(): Promise<string> {
  const clickId = await world.click(place);
  await report(clickId);
  return clickId;
}
const invalidate = (clickIds: readonly string[]) =>
  sql`UPDATE ad_event SET invalid_reason = ${INVALID_REASONS.sivt}
    WHERE decision_id = ANY(${[...clickIds]}::uuid[]) AND kind = ${EVENT_KINDS.click}`.execute(world.test.db);
async function verdicts(): Promise<string[]> {
  const { rows } = await sql<{
    verdict: string;
  }>`SELECT verdict FROM conversion ORDER BY id`.execute(world.test.db);
  return rows.map(({ verdict }) => verdict);
}

test('all counted conversions are looked at, a page at a time', async () => {
  const clickIds: string[] = [];
  for (let count = 0; count < 7; count += 1) clickIds.push(await converted());
  const bad = [1, 2, 5, 6];
  await invalidate(bad.map((at) => clickIds[at] ?? ''));
  const pages: number[] = [];
  const found: bigint[] = [];
  const since = new Date(world.clock.nowMs() - DAY_MS).toISOString();
  for (let walk: Walk | null = { receivedAt: since, id: 0n }; walk; ) {
    const { ids, next }: Awaited<ReturnType<typeof findUnfounded>> = await findUnfounded(
      world.test.db,
      walk,
      2,
    );
    pages.push(ids.length);
    found.push(...ids);
    walk = next;
  }
  // All were received in the same millisecond.
  expect(pages).toEqual([1, 1, 1, 1]);
  expect(new Set(found).size).toBe(4);
  expect(await world.feature.settler.withdraw()).toBe(4);
  expect(await verdicts()).toEqual(
    clickIds.map((_, at) => (bad.includes(at) ? 'invalid-click' : 'attributed')),
  );
});

test('what never counted is dropped also while nothing can be taken back', async () => {
  await report(world.decide(40 * DAY_MS).decisionId);
  world.clock.advance((RAW_DAYS + 1) * DAY_MS);
  await report(await world.click(place));
  const db: Db = world.test.db.withPlugin({
    transformQuery: ({ node }) => {
      const isMeant =
        node.kind === 'RawNode' && node.sqlFragments.join('?').includes('e.invalid_reason <> 0');
      if (isMeant) throw new Error('canceling statement due to statement timeout');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const settler = createSettler({
    db,
    clock: world.clock,
    log: silentLog,
    rawEventDays: RAW_DAYS,
    onVerdict: () => {},
  });
  settler.start();
  try {
    await until(verdicts, (left) => left.length === 1, 'the end of what never counted');
  } finally {
    await settler.stop();
  }
  expect(await verdicts()).toEqual(['attributed']);
});
