import { parseArgs } from 'node:util';
import { Simulation, type SimulationTotals } from '../features/demo/visitsSimulation';

const HELP = `Real visits to the demo property, through the tag's own addresses.

  npm run simulate -- [--rps N] [--minutes M]

  --rps N        page views a second (default 5, at most 500)
  --minutes M    how long (default 1, at most 1440); Ctrl+C ends it earlier
  --url URL      the ad server (default http://127.0.0.1:$PORT, 8080)
  --site URL     the page whose zones are visited (default http://127.0.0.1:$DEMO_PORT, 8081)
  --zones A,B    these zones instead of the site's
  --seed N       the same choices again`;
const MAX_RPS = 500;
const MAX_MINUTES = 1_440;
const REPORT_MS = 10_000;

function numberBetween(text: string, least: number, most: number, name: string): number {
  const value = Number(text);
  if (!(value >= least && value <= most)) throw new Error(`--${name} is a number from ${least} to ${most}.`);
  return value;
}

function line(totals: SimulationTotals): string {
  const { pageViews, filled, requests, impressions, viewables, clicks, failures } = totals;
  return `${pageViews} page views, ${filled} of ${requests} ad requests filled, ${impressions} impressions, ${viewables} viewable, ${clicks} clicks, ${failures} failures`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rps: { type: 'string', default: '5' },
      minutes: { type: 'string', default: '1' },
      url: { type: 'string', default: `http://127.0.0.1:${process.env.PORT ?? 8080}` },
      site: { type: 'string', default: `http://127.0.0.1:${process.env.DEMO_PORT ?? 8081}` },
      zones: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const minutes = numberBetween(values.minutes, 0.01, MAX_MINUTES, 'minutes');
  const simulation = await Simulation.open({
    url: values.url,
    site: values.site,
    zones: values.zones?.split(','),
    pageViewsPerSecond: numberBetween(values.rps, 0.1, MAX_RPS, 'rps'),
    durationMs: minutes * 60_000,
    seed: Number(values.seed),
  });
  console.log(
    `Visiting ${simulation.zoneCount} zones of ${values.url} for ${minutes} min (seed ${values.seed}). Ctrl+C ends it.`,
  );
  const stop = () => simulation.stop();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const report = setInterval(() => console.log(line(simulation.totals)), REPORT_MS);
  await simulation.run();
  clearInterval(report);
  console.log(line(simulation.totals));
  if (simulation.totals.failures > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
