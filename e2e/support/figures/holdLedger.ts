import {
  EVENT_KINDS,
  type MetricsReport,
  publicId,
  type TransactionDetail,
  type TransactionList,
} from '@ezdash/contracts';
import { type APIRequestContext, expect } from '@playwright/test';
import { asLines, type Books, beyondHour, type Fact, sumBy } from './books';
import { isWithin, keyOf, LEDGER_GROUPS, passes, type Question } from './questions';

const HOUR_MS = 3_600_000;
/** Of two days of an account that is shown all day there are more. */
const LEAST_TRANSACTIONS = 48;
const LEAST_LINES = 24;

const placeOf = (hourMs: number, ...ids: (number | string)[]) =>
  [new Date(hourMs).toISOString(), ...ids].join(' ');
const kindName = (code: number) => Object.entries(EVENT_KINDS).find(([, each]) => each === code)?.[0] ?? '';
const microsOf = (all: readonly { micros: number }[]) => all.reduce((sum, { micros }) => sum + micros, 0);

/**
 * Once for all questions. The ledger books by account and hour (`ad_spend`), and each transaction tells of which campaigns
 * and kinds of events it is; of places it knows the publishers whom it gave their share, of visitors nothing. So this is
 * held together, to the micro:
 * - each transaction's postings, and the events that it tells;
 * - by hour, campaign and kind what transactions tell, and the stored events that cost something, one by one: how many, and
 *   how much;
 * - by hour and publisher what transactions gave, and the shares of those events.
 * From there on the events of a transaction's hour, campaigns and kinds are what is behind it.
 */
export function holdLedger({ facts, taken, givenBack }: Books, until: Date): void {
  expect(givenBack, 'what gave something back: behind the others is no longer what they cost').toBe(0);
  for (const { micros, events } of taken)
    expect(
      events.reduce((sum, [, , , each]) => sum + each, 0),
      'a transaction and the events that it tells',
    ).toBe(micros);
  const before = taken.filter(({ hourMs }) => hourMs < until.getTime());
  expect(before.length).toBeGreaterThan(LEAST_TRANSACTIONS);
  const told = before.flatMap(({ hourMs, events }) => events.map((event) => ({ hourMs, event })));
  expect(
    asLines(
      sumBy(
        told,
        ({ hourMs, event: [campaign, kind] }) => placeOf(hourMs, campaign, kind),
        ({ event: [, , count, micros] }) => ({ count, micros }),
      ),
    ),
    'by hour, campaign and kind the ledger and the events',
  ).toEqual(
    asLines(
      sumBy(
        facts.filter(({ sums }) => sums.spend_micros !== 0),
        ({ hourMs, campaignId, kind }) => placeOf(hourMs, campaignId, kind),
        ({ sums }) => ({ count: 1, micros: sums.spend_micros }),
      ),
    ),
  );
  const given = before.flatMap(({ hourMs, given: parts }) => parts.map((part) => ({ ...part, hourMs })));
  expect(
    asLines(
      sumBy(
        given,
        ({ hourMs, publisherId }) => placeOf(hourMs, publisherId),
        ({ micros }) => ({ micros }),
      ),
    ),
    'by hour and publisher the ledger and the shares of the events',
  ).toEqual(
    asLines(
      sumBy(
        facts,
        ({ hourMs, publisherId }) => placeOf(hourMs, publisherId),
        ({ payoutMicros }) => ({ micros: payoutMicros }),
      ),
    ),
  );
}

const hourOf = ({ line }: TransactionDetail) => Math.floor(Date.parse(line.occurred_at) / HOUR_MS) * HOUR_MS;

/** Lines of Funds before a moment, each opened as the page opens it. */
async function openLines(request: APIRequestContext, until: Date): Promise<TransactionDetail[]> {
  const opened: TransactionDetail[] = [];
  const read = async (path: string) => (await request.get(`/api/advertiser/transactions${path}`)).json();
  for (let before = ''; ; ) {
    const { lines, next } = (await read(`?filter=spend&limit=100${before}`)) as TransactionList;
    for (const { id, occurred_at } of lines)
      if (Date.parse(occurred_at) < until.getTime()) opened.push((await read(`/${id}`)) as TransactionDetail);
    if (next === null) return opened;
    before = `&before=${next}`;
  }
}

/**
 * The account's own ledger as Funds has it, line by line: the lines of an hour are what its transactions took, and each
 * opens events that come to its amount and are those that its transactions tell. (Lines are of the hour in which events
 * happened, figures of that in which the ad was chosen; a transaction has both.)
 */
export async function holdLines(request: APIRequestContext, { taken }: Books, until: Date): Promise<void> {
  const lines = await openLines(request, until);
  expect(lines.length).toBeGreaterThan(LEAST_LINES);
  for (const line of lines) {
    expect(line.exact).toBe(true);
    expect(-line.line.amount_micros, 'a line and the events that it opens').toBe(microsOf(line.events ?? []));
  }
  const before = taken.filter(({ happenedHourMs }) => happenedHourMs < until.getTime());
  expect(
    asLines(
      sumBy(
        lines,
        (line) => placeOf(hourOf(line)),
        ({ line }) => ({ micros: -line.amount_micros }),
      ),
    ),
    'lines of Funds and the ledger',
  ).toEqual(
    asLines(
      sumBy(
        before,
        ({ happenedHourMs }) => placeOf(happenedHourMs),
        ({ micros }) => ({ micros }),
      ),
    ),
  );
  const opened = lines.flatMap((line) =>
    (line.events ?? []).map((event) => ({ ...event, hourMs: hourOf(line) })),
  );
  const told = before.flatMap(({ happenedHourMs: hourMs, events }) =>
    events.map((event) => ({ hourMs, event })),
  );
  expect(
    asLines(
      sumBy(
        opened,
        ({ hourMs, campaign_id, kind }) => placeOf(hourMs, campaign_id, kind),
        ({ count, micros }) => ({ count, micros }),
      ),
    ),
    'what lines of Funds open and what the ledger tells',
  ).toEqual(
    asLines(
      sumBy(
        told,
        ({ hourMs, event: [campaign, kind] }) =>
          placeOf(hourMs, publicId('campaign', campaign), kindName(kind)),
        ({ event: [, , count, micros] }) => ({ count, micros }),
      ),
    ),
  );
}

/**
 * What the ledger leads to in the question's days: the events behind its transactions, and those that cost nothing. One that
 * cost something and is behind none is not there, so that figures with it differ.
 */
export function behindLedger({ facts, taken }: Books, question: Question): Fact[] {
  const places = new Set(
    taken.flatMap(({ hourMs, events }) =>
      // Of time zones off the full hour a part of it may be.
      isWithin(question, hourMs) || isWithin(question, hourMs + HOUR_MS - 1)
        ? events.map(([campaign, kind]) => placeOf(hourMs, campaign, kind))
        : [],
    ),
  );
  return facts.filter(
    ({ sums, hourMs, campaignId, kind }) =>
      sums.spend_micros === 0 || places.has(placeOf(hourMs, campaignId, kind)),
  );
}

/**
 * Where a question has no filter but campaigns, the ledger answers it alone, out of its transactions: the whole sum (without
 * a filter of the postings themselves), and every row where they are told apart by days, hours and campaigns.
 * @returns how many rows were held to it; null where it cannot tell
 */
export function holdToLedger(
  { taken }: Books,
  question: Question,
  { rows, totals }: MetricsReport,
): number | null {
  const { groups, filters, timezone } = question;
  const { campaign: chosen, ...others } = filters;
  if (Object.keys(others).length > 0) return null;
  // The ledger knows whole hours.
  if (beyondHour(Date.parse(question.from), timezone) !== 0) return null;
  const within = taken.filter(({ hourMs }) => isWithin(question, hourMs));
  const told = within.flatMap(({ hourMs, events }) =>
    events.flatMap(([campaignId, , , micros]) => {
      const campaign = publicId('campaign', campaignId);
      return !chosen || passes(chosen, campaign) ? [{ hourMs, campaign, micros }] : [];
    }),
  );
  expect(totals.spend_micros, 'the total and the ledger').toBe(microsOf(chosen ? told : within));
  if (!groups.every((group) => LEDGER_GROUPS.includes(group))) return 0;
  const spent = rows.filter(({ spend_micros }) => spend_micros !== 0);
  expect(
    asLines(new Map(spent.map(({ keys, spend_micros }) => [keys.join('|'), { micros: spend_micros }]))),
    'rows and the ledger',
  ).toEqual(
    asLines(
      sumBy(
        told,
        (each) => groups.map((group) => keyOf(group, each.hourMs, timezone, each)).join('|'),
        ({ micros }) => ({ micros }),
      ),
    ),
  );
  return spent.length;
}
