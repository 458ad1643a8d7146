// npm run lighthouse: every page of the running app (`URL`, `DEMO_PASSWORD`) as Lighthouse sees it, for the people who
// may open it. `npm run lighthouse -- 3 /auth metrics` runs three times, and only addresses with one of the words.
import { writeFileSync } from 'node:fs';
import { openBrowser, type SignedInBrowser, type Who } from './lighthouse/browser';
import { addressesFor } from './lighthouse/pages';
import { PRESETS, runOnce } from './lighthouse/runOnce';
import { CATEGORIES, median, type Outcome, printTable } from './lighthouse/table';

const url = process.env.URL ?? 'http://localhost:8080';
const password = process.env.DEMO_PASSWORD;
const out = process.env.LIGHTHOUSE_OUT;
const presets = PRESETS.filter((one) => (process.env.PRESET ?? one) === one);
const [times = '1', ...words] = process.argv.slice(2);
const people = (['guest', 'advertiser', 'publisher'] as const).filter(
  (who) => (process.env.WHO ?? who) === who,
);

if (!password) {
  console.error('Set DEMO_PASSWORD to the password that npm start printed.');
  process.exit(2);
}

/** A recording that failed says nothing about the page: once more. */
async function tried(
  run: Omit<Parameters<typeof runOnce>[0], 'port'>,
  browser: SignedInBrowser,
): Promise<Outcome> {
  const once = async () => {
    await browser.forgetFiles();
    return runOnce({ ...run, port: browser.port });
  };
  return once().catch(once);
}

/** Every address has a stroke in it: alone it means the start page. */
const isMeant = (address: string, word: string) => (word === '/' ? address === '/' : address.includes(word));

async function measure(who: Who, outcomes: Outcome[]): Promise<void> {
  const browser = await openBrowser(url, who, password as string);
  try {
    for (const address of await addressesFor(browser.request, who)) {
      if (words.length > 0 && !words.some((word) => isMeant(address, word))) continue;
      for (const preset of presets) {
        const runs: Outcome[] = [];
        for (let run = 0; run < Number(times); run++)
          runs.push(await tried({ address: url + address, preset, who }, browser));
        const outcome = median(runs);
        outcomes.push(outcome);
        printTable([outcome]);
      }
    }
  } finally {
    await browser.close();
  }
}

const outcomes: Outcome[] = [];
for (const who of people) await measure(who, outcomes);
if (out) writeFileSync(out, JSON.stringify(outcomes, null, 1));
const short = outcomes.filter(({ scores }) => CATEGORIES.some((category) => scores[category] < 95));
console.log(`${outcomes.length} measured, ${short.length} with a score under 95`);
