// npm run bench -- NAME [--json]: each bench measures its reference in the same run and prints a ratio.
interface BenchResult {
  metrics: Record<string, number>;
  notes: string[];
}
type Bench = () => Promise<BenchResult>;

const benches: Record<string, () => Promise<{ run: Bench }>> = {
  serve: () => import('./bench/serve/index'),
  ingest: () => import('./bench/ingest/index'),
  report: () => import('./bench/report/index'),
  federation: () => import('./bench/federation/index'),
  realtime: () => import('./bench/realtime/index'),
  debug: () => import('./bench/debug/index'),
  inspector: () => import('./bench/inspector/index'),
  swap: () => import('./bench/swap/index'),
  frames: () => import('./bench/frames/index'),
  metrics: () => import('./bench/metrics/index'),
  strangers: () => import('./bench/strangers/index'),
  loop: () => import('./bench/loop/index'),
  mutants: () => import('./bench/mutants/index'),
  sight: () => import('./bench/sight/index'),
};

const [bench = ''] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const load = benches[bench];
if (!load) {
  console.error(`There is no bench called "${bench}"; there are: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
const { run } = await load();
const { metrics, notes } = await run();
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ name: bench, metrics, notes }));
} else {
  const width = Math.max(...Object.keys(metrics).map((key) => key.length));
  for (const [key, value] of Object.entries(metrics)) console.log(`${key.padEnd(width)}  ${value}`);
  for (const note of notes) console.log(`· ${note}`);
}
process.exit(0);

export {};
