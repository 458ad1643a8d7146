import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MetricGroup, MetricsReport, ReportFigures, ReportRow } from '@ezdash/contracts';
import { expect, type Page } from '@playwright/test';
import { METRIC_COLUMNS, type MetricColumn } from '../../../mf-advertiser/src/features/metrics/metricColumns';
import { cellTrouble, changeTrouble } from '../../../mf-advertiser/src/testing/readFigure';
import { root } from '../app';
import { settled } from '../settled';
import { type Question, queryOf } from './questions';
import { readReport, type ShownCell, type ShownLine } from './readReport';

const texts = JSON.parse(readFileSync(path.join(root, 'mf-advertiser/src/locales/en.json'), 'utf8')) as {
  metricsReport: { short: Record<MetricColumn, string> };
};

/** What keys are called: of each group a key always by the same word, and no two by one. */
export class Words {
  readonly #known = new Map<string, string>();

  trouble(group: string, key: string, name: string | null, word: string): string | null {
    if (name !== null) return name === word ? null : `${group} ${key} is called ${word}, not ${name}`;
    if (word === '') return `${group} ${key} has no word`;
    const known = [
      this.#learn(`${group} ${key} is called `, word),
      this.#learn(`${group} called ${word} is `, key),
    ];
    return known.find((trouble) => trouble !== null) ?? null;
  }

  #learn(what: string, now: string): string | null {
    const before = this.#known.get(what) ?? now;
    this.#known.set(what, before);
    return before === now ? null : `${what}${now}, and was ${before}`;
  }
}

interface Expected {
  kind: 'head' | 'row';
  row: ReportRow;
  groups: readonly MetricGroup[];
  keys: readonly string[];
  names: readonly (string | null)[];
}

/** The lines of the table: of several groups the rows under the values of the first, in the order of the answers. */
function linesOf({ groups, rows }: MetricsReport, heads: MetricsReport | null): Expected[] {
  const lineOf = (kind: Expected['kind'], row: ReportRow, from: number, to: number): Expected => ({
    kind,
    row,
    groups: groups.slice(from, to),
    keys: row.keys.slice(from, to),
    names: row.names.slice(from, to),
  });
  if (heads === null) return rows.map((row) => lineOf('row', row, 0, 1));
  return heads.rows.flatMap((head) => [
    lineOf('head', head, 0, 1),
    ...rows.filter(({ keys }) => keys[0] === head.keys[0]).map((row) => lineOf('row', row, 1, groups.length)),
  ]);
}

const found = (troubles: readonly (string | null)[]): string[] =>
  troubles.filter((trouble) => trouble !== null);

function cellTroubles(
  columns: readonly MetricColumn[],
  figures: ReportFigures,
  previous: ReportFigures | null,
  cells: readonly ShownCell[],
): string[] {
  if (cells.length !== columns.length) return [`${cells.length} cells for ${columns.length} figures`];
  return cells.flatMap(({ text, change }, at) => {
    const name = columns[at];
    return name
      ? found([cellTrouble(name, figures, text), changeTrouble(name, figures, previous, change)])
      : [];
  });
}

interface Reading {
  columns: readonly MetricColumn[];
  timezone: string;
  words: Words;
}

function lineTroubles(expected: Expected, shown: ShownLine, { columns, timezone, words }: Reading): string[] {
  const { kind, row, groups, keys, names } = expected;
  const said = shown.name.split(' · ');
  const isThis = shown.kind === kind && said.length === groups.length;
  const called = groups.map((group, at) =>
    words.trouble(
      // Hours are told by the clocks of the report's timezone.
      group === 'hour' ? `hour in ${timezone}` : group,
      keys[at] ?? '',
      names[at] ?? null,
      said[at] ?? '',
    ),
  );
  return [
    ...(isThis ? found(called) : [`a ${shown.kind} called ${shown.name} for a ${kind}`]),
    ...cellTroubles(columns, row, row.previous, shown.cells),
  ].map((trouble) => `${row.keys.join('|')}: ${trouble}`);
}

/** The figures of the table, as the page chooses them: what was asked for and what it is sorted by, if it is known. */
function columnsOf({ columns, sort }: Question, { totals, compared }: MetricsReport): MetricColumn[] {
  const hasAuctions = totals.auctions !== null || (compared?.totals.auctions ?? null) !== null;
  return METRIC_COLUMNS.filter(
    (name) => (columns.includes(name) || name === sort) && (name !== 'win_rate' || hasAuctions),
  );
}

/**
 * Opens the page by its address and reads all that is drawn of its table: page = API, every row in its place by its name,
 * each cell and its change to the digits that are shown, and so the totals.
 * @param heads the same question by its first group alone, where there are several: what the rows are folded under
 * @returns how many cells there were
 */
export async function holdToPage(
  page: Page,
  question: Question,
  { answer, heads, words }: { answer: MetricsReport; heads: MetricsReport | null; words: Words },
): Promise<number> {
  const { columns: asked, timezone } = question;
  await page.goto(`/advertiser/metrics?${queryOf(question)}&columns=${asked.join(',')}&open=(all)`);
  await settled(page);
  if (answer.rows.length === 0) {
    await expect(page.getByRole('main').getByText('No figures match')).toBeVisible();
    return 0;
  }
  const shown = await readReport(page);
  const columns = columnsOf(question, answer);
  expect(shown.heads).toEqual(columns.map((name) => texts.metricsReport.short[name]));
  const lines = linesOf(answer, heads);
  expect(shown.lines.length, 'rows of the page and of the API').toBe(lines.length);
  const troubles = lines.flatMap((line, at) => {
    const drawn = shown.lines[at];
    return drawn ? lineTroubles(line, drawn, { columns, timezone, words }) : [];
  });
  const { totals, compared } = answer;
  const ofTotals = cellTroubles(columns, totals, compared?.totals ?? null, shown.totals.cells);
  expect([...troubles, ...ofTotals.map((trouble) => `totals: ${trouble}`)], 'the page and the API').toEqual(
    [],
  );
  return (shown.lines.length + 1) * columns.length;
}
