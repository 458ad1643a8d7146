import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PacingOutcome } from './pacingReport';
import { type PacedCampaign, WEATHERS } from './pacingScenarios';

const ROOT = join(__dirname, '../../../../../..');
const HOURLY_ERROR = 0.05;
const DELIVERED = 0.98;
/** Of the shortest days, office hours, twenty. */
const MEASURED_HOURS = 20;
jest.setTimeout(300_000);

interface Simulated {
  name: string;
  decisions: number;
  campaigns: (PacingOutcome & PacedCampaign)[];
}

/** In a process of its own: within Jest two million decisions take twenty times as long. */
async function simulate(): Promise<Simulated[]> {
  const args = ['--import', 'tsx', 'scripts/pacing.ts', '2', '2', '3', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Simulated);
}

let simulated: Simulated[];
beforeAll(async () => {
  simulated = await simulate();
});

describe('two simulated days of even pacing', () => {
  test.each(WEATHERS.map(({ name }) => name))(
    '%s: each hour within 5 % of its plan, 98 % delivered, nothing beyond a budget',
    (name) => {
      const { campaigns = [], decisions = 0 } = simulated.find((each) => each.name === name) ?? {};
      expect(decisions).toBeGreaterThan(100_000);
      expect(campaigns.filter(({ feasible }) => feasible)).toHaveLength(11);
      // The database's guard, whatever the engine thought.
      const over = campaigns.filter(
        ({ billedMicros, budgetMicros }) => billedMicros > Math.round(budgetMicros),
      );
      expect(over).toEqual([]);
      for (const campaign of campaigns.filter(({ feasible }) => feasible)) {
        const { meanError, measuredHours, worstError, billedMicros, budgetMicros, refusedMicros } = campaign;
        const wrong = [
          billedMicros < budgetMicros * DELIVERED && 'too little delivered',
          // Of few events a day one is most of an hour.
          !campaign.few && meanError > HOURLY_ERROR && 'hours off their plan',
          !campaign.few && measuredHours < MEASURED_HOURS && 'hours too small to be measured',
          !campaign.few && worstError > HOURLY_ERROR && 'an hour far off its plan',
          // Nearly nothing is shown for free at a budget's end; of few clicks one may come that no longer fits.
          refusedMicros > (campaign.few ? campaign.fields.bidMicros : budgetMicros * 0.005) &&
            'shown for free',
        ].filter((each) => each !== false);
        expect({ ...campaign, wrong }).toEqual({ ...campaign, wrong: [] });
      }
    },
  );

  test('a campaign that wants more than there is gets what nobody else takes, and all of its budget when it is there', () => {
    const partOf = (name: string) => {
      const campaign = simulated
        .find((each) => each.name === name)
        ?.campaigns.find(({ feasible }) => !feasible);
      return (campaign?.billedMicros ?? 0) / (campaign?.budgetMicros ?? 1);
    };
    expect(partOf('as usual')).toBeGreaterThan(0.3);
    expect(partOf('as usual')).toBeLessThan(0.5);
    expect(partOf('three times the traffic')).toBeGreaterThan(DELIVERED);
  });
});
