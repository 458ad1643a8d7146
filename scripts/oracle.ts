// npm run oracle -- [markets] [seed]: the engine's decisions against those of a plain search that shares no line with
// it (testOracle.ts), in random markets of every dimension, 100,000 of them from seed 1 on, on every processor. Exit 0
// when none differs, 1 when one does (or when some outcome never came in 2,000 markets or more), 2 when it could not be
// done.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import {
  type Comparison,
  compareMarkets,
  missingOutcomes,
} from '../api/src/features/serving/hot/testComparison';

/** Markets that a process compares before it says so. */
const PART = 500;
const SHOWN = 10;
/** So many have every outcome among them. */
const ENOUGH = 2_000;

interface Part {
  first: number;
  count: number;
}
/** A comparison as it goes from process to process. */
interface Answer {
  differences: Comparison['differences'];
  reasons: [number, number][];
}

/** The process that compares what it is told to, until nobody tells it any more. */
function compareParts(): void {
  process.on('message', ({ first, count }: Part) => {
    const { differences, reasons } = compareMarkets(first, count);
    process.send?.({ differences, reasons: [...reasons] } satisfies Answer);
  });
}

/** Hands out the parts, one after the other, to as many processes as there are processors. */
async function compareAll(markets: number, seed: number, take: (answer: Answer, part: Part) => void) {
  let next = seed;
  const end = seed + markets;
  const work = async () => {
    const child = fork(import.meta.filename, ['--parts'], { execArgv: ['--import', 'tsx'] });
    const died = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`A process ended with ${code ?? signal}`);
    });
    // Told by whoever waits for an answer.
    died.catch(() => {});
    while (next < end) {
      const part = { first: next, count: Math.min(PART, end - next) };
      next += part.count;
      child.send(part);
      const [answer] = await Promise.race([once(child, 'message'), died]);
      take(answer as Answer, part);
    }
    child.disconnect();
  };
  const processes = Math.min(availableParallelism(), Math.ceil(markets / PART));
  await Promise.all(Array.from({ length: processes }, work));
}

async function main(words: readonly string[]): Promise<number> {
  const [markets = 100_000, seed = 1] = words.map(Number);
  if (words.length > 2 || ![markets, seed].every((each) => Number.isSafeInteger(each) && each > 0)) {
    console.error('Usage: npm run oracle -- [markets] [seed], both whole numbers above 0');
    return 2;
  }
  const startedMs = Date.now();
  let compared = 0;
  const all: Comparison = { differences: [], reasons: new Map() };
  await compareAll(markets, seed, ({ differences, reasons }, { count }) => {
    compared += count;
    all.differences.push(...differences);
    for (const [reason, times] of reasons) all.reasons.set(reason, (all.reasons.get(reason) ?? 0) + times);
    if (compared % 10_000 === 0) console.error(`  ${compared} of ${markets}`);
  });
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  console.log(
    `${compared} markets (seeds ${seed} to ${seed + markets - 1}) in ${seconds} s: ${all.differences.length} decisions differ`,
  );
  for (const { seed: of, problem } of all.differences.sort((a, b) => a.seed - b.seed).slice(0, SHOWN))
    console.log(`  market ${of}: ${problem}`);
  const missing = markets < ENOUGH ? [] : missingOutcomes(all.reasons);
  if (missing.length > 0) console.log(`  no market had the outcome: ${missing.join(', ')}`);
  return compared === markets && all.differences.length + missing.length === 0 ? 0 : 1;
}

if (process.argv[2] === '--parts') compareParts();
else
  process.exit(
    await main(process.argv.slice(2)).catch((error: unknown) => {
      console.error(String(error));
      return 2;
    }),
  );
