import type { MetricsReport, ReportRow } from '@ezdash/contracts';
import type { APIRequestContext, Page } from '@playwright/test';
import { DEMO, send } from './support/account';
import { asLines, type Books, NOTHING, readBooks, SUMS, sumBy, sumsOf, total } from './support/figures/books';
import { holdToFile } from './support/figures/holdFile';
import { behindLedger, holdLedger, holdLines, holdToLedger } from './support/figures/holdLedger';
import { holdToPage, Words } from './support/figures/holdPage';
import {
  factsOf,
  makeQuestions,
  moveDay,
  periodBefore,
  type Question,
  queryOf,
  rowsOf,
} from './support/figures/questions';
import { expect, test } from './support/test';

/**
 * Page, API, file, events and ledger say the same, whatever is asked. For each of a number of random questions about the
 * past of the demo's advertiser:
 * - the rows of `/api/v1/metrics`, by the cursor, are the stored events (and conversions) one by one with the same filter:
 *   every sum of every row, their sum the totals, and so what they are compared with. Of events that cost something only
 *   those count that the ledger leads to: its transactions are held to them once, by hour, campaign, kind and publisher, and
 *   so are the lines of Funds with what they open (`holdLedger.ts` says what the ledger knows of an event);
 * - where there is no filter but campaigns, they are the ledger's transactions alone; by days, hours and campaigns in each row;
 * - the file that the page's link brings has the same rows in the same order, to the micro and to the unit;
 * - every cell that the page draws, opened by its address, says the same to the digits that it shows.
 *
 * A failure names the seed and the question. FIGURES_SEED asks others, FIGURES_QUESTIONS more of them.
 */
const SEED = Number(process.env.FIGURES_SEED ?? 67);
/** Twelve have all kinds. */
const QUESTIONS = Number(process.env.FIGURES_QUESTIONS ?? 20);
const { email } = DEMO.advertiser;
const DAY_MS = 86_400_000;
/** So long after a day's end nothing of it comes any more. */
const SETTLED_AFTER_MS = 3_600_000;
/** Less than most questions have, so that there are rows behind the cursor. */
const ROWS_AT_ONCE = 40;

test.setTimeout(60_000 + QUESTIONS * 5_000);

/**
 * The demo makes no traffic by itself: its past ends with its start, and whatever pages journeys open after it have events
 * of their own hours. So days that were over before today stand still while they are read in four ways; no traffic has to
 * be stopped. At the end the books are read again to see that they did.
 */
const untilOf = (nowMs: number) => new Date(Math.floor((nowMs - SETTLED_AFTER_MS) / DAY_MS) * DAY_MS);

/** What was compared, so that nothing passes emptily. */
interface Seen {
  spent: number;
  earned: number;
  narrowed: number;
  leftOut: number;
  fourGroups: number;
  compared: number;
  pages: number;
  cells: number;
  inLedger: number;
  rowsInLedger: number;
}

interface Reader {
  page: Page;
  url: string;
  secret: string;
  books: Books;
  words: Words;
  seen: Seen;
}

/** As a program asks, without cookies: all rows by the cursor. */
async function overApi({ url, secret, seen }: Reader, question: Question): Promise<MetricsReport> {
  const rows: ReportRow[] = [];
  for (let cursor = ''; ; ) {
    const answer = await fetch(`${url}/api/v1/metrics?${queryOf(question)}&limit=${ROWS_AT_ONCE}${cursor}`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(answer.status).toBe(200);
    const report = (await answer.json()) as MetricsReport;
    rows.push(...report.rows);
    if (report.next_cursor === null) return { ...report, rows };
    cursor = `&cursor=${report.next_cursor}`;
    seen.pages += 1;
  }
}

const keyOf = ({ keys }: ReportRow) => keys.join('|');

function holdToEvents({ books, seen }: Reader, question: Question, answer: MetricsReport): void {
  const { rows, totals, compared, row_count } = answer;
  expect(rows).toHaveLength(row_count);
  const told = new Map(rows.map((row) => [keyOf(row), sumsOf(row)]));
  expect(told.size, 'no row comes twice').toBe(row_count);
  const raw = rowsOf(factsOf(behindLedger(books, question), question), question);
  // A row of auctions alone has no event.
  const ofEvents = [...told].filter(([, sums]) => SUMS.some((name) => sums[name] !== 0));
  expect(asLines(new Map(ofEvents)), 'rows and events').toEqual(asLines(raw));
  expect(sumsOf(totals), 'totals and the sum of the rows').toEqual(total(told.values()));
  if (!question.compare) return;
  const before = { ...question, ...periodBefore(question) };
  const rawBefore = rowsOf(factsOf(behindLedger(books, before), before), before);
  expect(compared && sumsOf(compared.totals), 'totals before and events').toEqual(total(rawBefore.values()));
  const days = (Date.parse(before.from) - Date.parse(question.from)) / DAY_MS;
  for (const { keys, previous } of rows) {
    const moved = keys.map((key, at) => (question.groups[at] === 'date' ? moveDay(key, days) : key));
    expect(previous ? sumsOf(previous) : NOTHING, `${keys} before and events`).toEqual(
      rawBefore.get(moved.join('|')) ?? NOTHING,
    );
    if (previous) seen.compared += 1;
  }
}

/** One question, by every way there is. */
async function hold(reader: Reader, question: Question): Promise<void> {
  const { page, books, words, seen } = reader;
  const { groups, filters } = question;
  const answer = await overApi(reader, question);
  const heads = groups.length > 1 ? await overApi(reader, { ...question, groups: groups.slice(0, 1) }) : null;
  holdToEvents(reader, question, answer);
  if (heads) holdToEvents(reader, { ...question, groups: groups.slice(0, 1) }, heads);
  const inLedger = holdToLedger(books, question, answer);
  seen.cells += await holdToPage(page, question, { answer, heads, words });
  await holdToFile(page, answer);
  if (inLedger !== null) seen.inLedger += 1;
  seen.rowsInLedger += inLedger ?? 0;
  if (answer.totals.spend_micros) seen.spent += 1;
  if (answer.totals.revenue_micros) seen.earned += 1;
  const set = Object.values(filters);
  if (set.length > 0) seen.narrowed += 1;
  if (answer.row_count === 0) return;
  if (set.some(({ isNot }) => isNot)) seen.leftOut += 1;
  if (groups.length === 4) seen.fourGroups += 1;
}

/** A token of the account, made over its own API; the tests' own, and over in a day. */
async function makeToken(request: APIRequestContext): Promise<{ id: string; secret: string }> {
  const input = { name: 'Figures agree', scopes: ['read'], expires_in_days: 1, addresses: [] };
  const made = await send(request, 'POST', '/api/settings/api-tokens', input);
  expect(made.status()).toBe(201);
  const { token, secret } = (await made.json()) as { token: { id: string }; secret: string };
  return { id: token.id, secret };
}

/** By hour, which is enough to see whether anything came. */
const marks = ({ facts, taken }: Books) => [
  ...asLines(
    sumBy(
      facts,
      ({ hourMs }) => String(hourMs),
      ({ sums }) => sums,
    ),
  ),
  ...taken.map(({ hourMs, micros }) => `${hourMs}: ${micros}`),
];

test('page, API, file, events and ledger agree, whatever is asked', async ({ open, network, trouble }) => {
  const page = await open('advertiser');
  const until = untilOf(Date.now());
  const books = await readBooks(network, email, until);
  const { id, secret } = await makeToken(page.request);
  const seen: Seen = {
    spent: 0,
    earned: 0,
    narrowed: 0,
    leftOut: 0,
    fourGroups: 0,
    compared: 0,
    pages: 0,
    cells: 0,
    inLedger: 0,
    rowsInLedger: 0,
  };
  const reader: Reader = { page, url: network.url, secret, books, words: new Words(), seen };

  await test.step('The ledger took what its events cost, and each line of Funds opens them', async () => {
    holdLedger(books, until);
    await holdLines(page.request, books, until);
  });

  console.log(`Figures agree: FIGURES_SEED=${SEED} FIGURES_QUESTIONS=${QUESTIONS}`);
  const questions = makeQuestions(books.facts, { seed: SEED, count: QUESTIONS, until });
  for (const [at, question] of questions.entries()) {
    const what = `Question ${at + 1} of seed ${SEED}: ${queryOf(question)}&columns=${question.columns}`;
    await test.step(what, async () => {
      try {
        await hold(reader, question);
      } catch (error) {
        throw new Error(`${what}\n${error instanceof Error ? error.message : error}`, { cause: error });
      }
    });
  }

  await test.step('Nothing has moved meanwhile, and enough was compared', async () => {
    expect(marks(await readBooks(network, email, until))).toEqual(marks(books));
    console.log(`Figures agree: ${JSON.stringify(seen)}`);
    expect(seen.spent).toBeGreaterThan(QUESTIONS / 2);
    expect(seen.earned).toBeGreaterThan(0);
    expect(seen.narrowed).toBeGreaterThan(QUESTIONS / 2);
    expect(seen.leftOut).toBeGreaterThan(0);
    expect(seen.fourGroups).toBeGreaterThan(0);
    expect(seen.compared).toBeGreaterThan(0);
    expect(seen.pages).toBeGreaterThan(0);
    expect(seen.cells).toBeGreaterThan(50 * QUESTIONS);
    expect(seen.inLedger).toBeGreaterThanOrEqual(QUESTIONS / 3);
    expect(seen.rowsInLedger).toBeGreaterThan(0);
  });
  const revoked = await send(page.request, 'DELETE', `/api/settings/api-tokens/${id}`);
  expect(revoked.ok()).toBe(true);
  expect(trouble.lines).toEqual([]);
});
