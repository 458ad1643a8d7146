export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

export interface Outcome {
  address: string;
  preset: string;
  who: string;
  scores: Record<Category, number>;
  /** First and largest paint, blocked time, layout shift, bytes. */
  figures: Record<'fcp' | 'lcp' | 'tbt' | 'cls' | 'si' | 'kilobytes', number>;
  /** What cost points: category and audit. */
  worst: string[];
}

const middle = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

function middleOf<Key extends string>(parts: Record<Key, number>[]): Record<Key, number> {
  const keys = Object.keys(parts[0] ?? {}) as Key[];
  return Object.fromEntries(keys.map((key) => [key, middle(parts.map((one) => one[key]))])) as Record<
    Key,
    number
  >;
}

/** Each figure's own median; of an even number the worse half's best. */
export function median(runs: Outcome[]): Outcome {
  const [first] = runs;
  if (!first) throw new Error('Nothing was measured');
  return {
    ...first,
    scores: middleOf(runs.map(({ scores }) => scores)),
    figures: middleOf(runs.map(({ figures }) => figures)),
    worst: [...new Set(runs.flatMap(({ worst }) => worst))],
  };
}

export function printTable(outcomes: Outcome[]): void {
  for (const { address, preset, scores, figures, worst } of outcomes) {
    const { fcp, lcp, tbt, cls, si, kilobytes } = figures;
    console.log(
      `| ${new URL(address).pathname} | ${preset} | ${CATEGORIES.map((category) => scores[category]).join(' | ')} |` +
        ` FCP ${fcp} LCP ${lcp} TBT ${tbt} SI ${si} CLS ${cls} ${kilobytes} kB | ${worst.join(', ')}`,
    );
  }
}
