import { Simulation } from '../features/demo/simulation/Simulation';
import { SimulationError } from '../features/demo/simulation/SimulationError';
import { booksBetween, readBooks, readSettledBooks } from '../features/demo/simulation/serverBooks';
import { readSimulationPlan, SIMULATION_HELP } from '../features/demo/simulation/simulationPlan';
import { progressLine, reportLines, summarize } from '../features/demo/simulation/simulationReport';

const REPORT_MS = 10_000;
/** How long the last events may take into the database. */
const PATIENCE_MS = 15_000;

/** Visitors are only told apart by a server that believes this machine's X-Forwarded-For. */
const isHere = (url: string) => ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname);

async function main(): Promise<void> {
  const plan = readSimulationPlan(process.argv.slice(2));
  if (!plan) {
    console.log(SIMULATION_HELP);
    return;
  }
  const say = (text: string) => {
    if (!plan.json) console.log(text);
  };
  const simulation = await Simulation.open(plan);
  const before = await readBooks(plan.url);
  say(
    `${simulation.peopleCount} people visit ${simulation.zones.length} zones of ${plan.url} for ${plan.durationMs / 1_000} s (seed ${plan.seed}). Ctrl+C ends it.`,
  );
  if (!isHere(plan.url))
    say('The server must trust this machine as a proxy (TRUST_PROXY), or all visitors have one address.');
  const stop = () => simulation.stop();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const report = setInterval(() => say(progressLine(simulation.totals)), REPORT_MS);
  await simulation.run();
  clearInterval(report);
  const after = before && (await readSettledBooks(plan.url, PATIENCE_MS));
  const books = before && after ? booksBetween(before, after.books) : null;
  const summary = summarize(simulation, books, after?.settled ?? true);
  console.log(plan.json ? JSON.stringify(summary) : reportLines(summary).join('\n'));
  if (summary.complaints.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  // A sentence for what the person can change, everything for what nobody expected.
  console.error(error instanceof SimulationError ? error.message : error);
  process.exitCode = 1;
});
