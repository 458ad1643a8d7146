/**
 * What the federation costs: the real application against a monolith of the same code, on the same server, in the
 * same run. Cold visits in turn, so that whatever slows the machine slows both; compared pair by pair.
 */
import { chromium } from '@playwright/test';
import { build } from '../../build/build.mjs';
import { findChromium } from '../../lib/chromium.mjs';
import { median, quantile, type Visit, visit } from './measure';
import { startSubjects } from './subjects';

const PAGE = process.env.BENCH_PAGE ?? '/advertiser/dashboard';
const PAIRS = Number(process.env.BENCH_PAIRS ?? 15);

const round = (value: number) => Math.round(value * 10) / 10;

/** `BENCH_PAIRS` (15) pairs of visits to `BENCH_PAGE` (/advertiser/dashboard). @throws when the build fails */
export async function run(): Promise<{ metrics: Record<string, number>; notes: string[] }> {
  const { failed } = await build({ log: (line) => console.error(line) });
  if (failed.length > 0) throw new Error(`These do not build: ${failed.join(', ')}`);
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium was found; name one with CHROMIUM_PATH');
  const { subjects, close } = await startSubjects();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  const visits = { federated: [] as Visit[], monolith: [] as Visit[] };
  try {
    // The first visit to each warms the server and the browser, and does not count.
    for (const { url } of subjects) await visit(browser, url + PAGE);
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const order = pair % 2 ? [...subjects].reverse() : subjects;
      for (const { name, url } of order) visits[name].push(await visit(browser, url + PAGE));
      console.error(`Pair ${pair + 1} of ${PAIRS}`);
    }
  } finally {
    await browser.close();
    await close();
  }
  const { federated, monolith } = visits;
  const paired = federated.map(
    (one, pair) => (one.headingMs / (monolith[pair]?.headingMs ?? Number.NaN) - 1) * 100,
  );
  const of = (list: Visit[], pick: keyof Visit) => median(list.map((one) => one[pick]));
  return {
    metrics: {
      paired_time_pct: round(median(paired)),
      extra_brotli_kb: round((of(federated, 'bytes') - of(monolith, 'bytes')) / 1024),
      extra_requests: of(federated, 'requests') - of(monolith, 'requests'),
      federated_heading_ms: Math.round(of(federated, 'headingMs')),
      monolith_heading_ms: Math.round(of(monolith, 'headingMs')),
      federated_brotli_kb: round(of(federated, 'bytes') / 1024),
      monolith_brotli_kb: round(of(monolith, 'bytes') / 1024),
    },
    notes: [
      `Half of the pairs lie between ${round(quantile(paired, 0.25))} % and ${round(quantile(paired, 0.75))} %`,
      `${PAIRS} pairs of cold visits to ${PAGE}; 4× CPU throttling, 40 ms, 10 Mbit/s, HTTP/2, Brotli`,
      'Goals: paired_time_pct at most 5, extra_brotli_kb at most 30',
    ],
  };
}
