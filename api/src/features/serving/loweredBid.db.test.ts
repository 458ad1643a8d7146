import { setTimeout as pause } from 'node:timers/promises';
import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { openServing, type TestServing } from './testServing';
import { makeWorld, type World } from './testWorld';

const DOLLAR = 1_000_000;
const BUDGET = 10 * DOLLAR;
const BID = 6 * DOLLAR;
/** Of a campaign that nobody has seen five in a thousand impressions are taken to be clicked. */
const FLOOR = 2 * DOLLAR;

let opened: TestServing;
let world: World;
afterEach(() => opened.close());

async function spent(): Promise<number> {
  const { rows } = await sql<{ micros: bigint }>`SELECT coalesce(sum(spend_micros), 0)::int8 AS micros
    FROM campaign_spend WHERE campaign_id = ${world.campaignId}`.execute(opened.test.db);
  return Number(rows[0]?.micros);
}

/** Somebody who clicks on every ad, until the campaign is off for good or below the floor. Answers which. */
async function clickOn(): Promise<string> {
  const { budgets } = opened.serving.parts().engine;
  for (let tries = 0; tries < 3_000; tries += 1) {
    const [ad] = await opened.web.serve(`zones=${publicId('zone', world.zoneId)}`);
    const candidate = ad?.candidates[0];
    if (candidate) {
      await opened.web.ask(candidate.impression);
      await opened.web.ask(candidate.click);
      await opened.serving.drain();
      continue;
    }
    const entry = budgets.moneyOf(world.campaignId)?.campaign;
    const isOver = BUDGET - (await spent()) < (entry?.lowestMicros ?? 0);
    if (ad && (isOver || ad.reason === 'below-floor')) return ad.reason ?? '';
    // The bid is lowered within two seconds.
    await pause(50);
  }
  throw new Error('It never ended');
}

test.each([
  ['daily budget', { dailyBudgetMicros: BUDGET }],
  ['total budget', { totalBudgetMicros: BUDGET }],
  ['balance', { cashMicros: BigInt(BUDGET) }],
])(
  'a %s is spent although less than one click at the bid is left, until the floor asks for more',
  async (_limit, fields) => {
    opened = await openServing(
      async ({ db }) => {
        const usual = { pricing: 'CPC' as const, bidMicros: BID, dailyBudgetMicros: 900 * DOLLAR };
        world = await makeWorld(db, { ...usual, floorMicros: FLOOR, ...fields });
      },
      { explores: false },
    );
    const why = await clickOn();
    const left = BUDGET - (await spent());
    expect(left).toBeGreaterThanOrEqual(0);
    // A click at the floor costs 40 cents; what is left would be bid by halves of the bid.
    expect(left).toBeLessThan(2 * 400_000);
    expect(why).toBe('below-floor');
    const { rows } = await sql<{ refused: number }>`SELECT count(*)::int AS refused FROM ad_event
      WHERE campaign_id = ${world.campaignId} AND invalid_reason <> 0`.execute(opened.test.db);
    expect(rows).toEqual([{ refused: 0 }]);
  },
);
