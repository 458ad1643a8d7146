import { tableOf } from '../api/src/features/serving/hot/pacing/pacingReport';
import { WEATHERS } from '../api/src/features/serving/hot/pacing/pacingScenarios';
import { simulateScenario } from '../api/src/features/serving/hot/pacing/simulateScenario';

/**
 * How even pacing keeps to its line over simulated days: `npm run pacing -- [requests a second]
 * [days] [seed] [--json]`. What the columns mean is in docs/pacing.md.
 */
const words = process.argv.slice(2);
const [perSecond = 2, days = 2, seed = 1] = words.filter((word) => !word.startsWith('--')).map(Number);

for (const { name, weather } of WEATHERS) {
  const { outcomes, decisions } = simulateScenario({ perSecond, days, seed, weather });
  if (words.includes('--json')) {
    const campaigns = outcomes.map(({ campaign, outcome }) => ({ ...campaign, ...outcome }));
    console.log(JSON.stringify({ name, decisions, campaigns }));
    continue;
  }
  const names = new Map(outcomes.map(({ campaign, outcome }) => [outcome.id, campaign.name]));
  console.log(`\n${name}: ${decisions} decisions in ${days} days\n`);
  console.log(
    tableOf(
      outcomes.map(({ outcome }) => outcome),
      names,
    ),
  );
}
