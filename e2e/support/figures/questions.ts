import { METRIC_GROUPS, type MetricGroup } from '@ezdash/contracts';
import fc from 'fast-check';
import { METRIC_COLUMNS, type MetricColumn } from '../../../mf-advertiser/src/features/metrics/metricColumns';
import { beyondHour, type Dimension, dayOf, daysBefore, type Fact, type Sums, sumBy } from './books';

export interface Filter {
  isNot: boolean;
  values: string[];
}
/** What is asked of the page, the API and the file alike; the columns are the page's. */
export interface Question {
  groups: MetricGroup[];
  filters: Partial<Record<Dimension, Filter>>;
  from: string;
  to: string;
  timezone: string;
  compare: boolean;
  sort: 'key' | 'spend_micros' | 'clicks' | null;
  order: 'asc' | 'desc' | null;
  columns: MetricColumn[];
}

const DAY_MS = 86_400_000;
/** How far the demo's past goes back in the journeys. */
const DAYS = 3;
/** Of whole and of half hours, and both ends of the earth. */
const TIMEZONES = ['Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati'];
const isDimension = (group: MetricGroup): group is Dimension =>
  !(['date', 'hour', 'advertiser', 'invalid_reason'] as MetricGroup[]).includes(group);
const DIMENSIONS = METRIC_GROUPS.filter(isDimension);
const GROUPS: readonly MetricGroup[] = ['date', 'hour', ...DIMENSIONS];
/** What a transaction of the ledger says of its events. */
export const LEDGER_GROUPS: readonly MetricGroup[] = ['date', 'hour', 'campaign'];
/** Of a table that is read row by row; more than a page of the API and than the page draws at once. */
const ROWS_MOST = 400;

/** Everything that a journey of questions has to have whatever the seed is, one after the other. */
const KINDS = ['ledger', 'any', 'not'] as const;
type Kind = (typeof KINDS)[number];
const GROUP_COUNTS = [1, 2, 3, 4] as const;
const COMPARED_EVERY = 6;

/** `group=campaign,country&country=!DE`: what page, API and file understand alike. */
export function queryOf({ groups, filters, from, to, timezone, compare, sort, order }: Question): string {
  const query = new URLSearchParams({ group: groups.join(','), from, to, timezone });
  for (const [dimension, { isNot, values }] of Object.entries(filters))
    query.set(dimension, `${isNot ? '!' : ''}${values.join(',')}`);
  if (compare) query.set('compare', 'previous');
  if (sort) query.set('sort', sort);
  if (sort && order) query.set('order', order);
  // As people read it, and as the page writes it.
  return query.toString().replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%21', '!');
}

/** The days just before those of a question, as many. */
export function periodBefore({ from, to }: Pick<Question, 'from' | 'to'>): { from: string; to: string } {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return { from: moveDay(from, -days), to: moveDay(to, -days) };
}
export const moveDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Whether these values are what a filter lets through: of `is not` also what is not known. */
export const passes = ({ isNot, values }: Filter, value: string): boolean => values.includes(value) !== isNot;

export const isWithin = ({ from, to, timezone }: Question, atMs: number): boolean => {
  const day = dayOf(atMs, timezone);
  return day >= from && day <= to;
};

/** Facts of the question's days that its filters let through. */
export function factsOf(facts: readonly Fact[], question: Question): Fact[] {
  const filters = Object.entries(question.filters) as [Dimension, Filter][];
  return facts.filter(
    (fact) =>
      isWithin(question, fact.atMs) &&
      filters.every(([dimension, filter]) => passes(filter, fact.of[dimension])),
  );
}

/** A key of a row as an answer has it. */
export function keyOf(
  group: MetricGroup,
  atMs: number,
  timezone: string,
  of: Partial<Record<MetricGroup, string>>,
) {
  if (group === 'date') return dayOf(atMs, timezone);
  if (group === 'hour') return new Date(atMs - beyondHour(atMs, timezone)).toISOString().replace('.000', '');
  return of[group] ?? '';
}

/** By the question's groups, keys between bars. */
export const rowsOf = (facts: readonly Fact[], { groups, timezone }: Question): Map<string, Sums> =>
  sumBy(
    facts,
    ({ atMs, of }) => groups.map((group) => keyOf(group, atMs, timezone, of)).join('|'),
    ({ sums }) => sums,
  );

/** Values of each dimension that there are. */
function valuesOf(facts: readonly Fact[]): Record<Dimension, string[]> {
  const entries = DIMENSIONS.map((dimension) => [
    dimension,
    [...new Set(facts.map(({ of }) => of[dimension]))].filter(Boolean).sort(),
  ]);
  return Object.fromEntries(entries) as Record<Dimension, string[]>;
}

const someOf = (values: readonly string[], isNot: fc.Arbitrary<boolean>): fc.Arbitrary<Filter> =>
  fc.record({ isNot, values: fc.subarray([...values], { minLength: 1, maxLength: 3 }) });

function filtersOf(kind: Kind, values: Record<Dimension, string[]>): fc.Arbitrary<Question['filters']> {
  const either = fc.boolean();
  if (kind === 'ledger')
    return fc.oneof(fc.constant({}), fc.record({ campaign: someOf(values.campaign, either) }));
  const isNot = kind === 'not' ? fc.constant(true) : either;
  return fc
    .subarray([...DIMENSIONS], { minLength: 1, maxLength: kind === 'not' ? 3 : 2 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((dimension) => [dimension, someOf(values[dimension], isNot)]))),
    );
}

/**
 * Groups of which some are given. Of four one at least is not the ledger's; hours are compared by clocks
 * (`figuresAgree.db.test.ts`), here days are.
 */
function groupsOf(
  all: readonly MetricGroup[],
  count: number,
  first: readonly MetricGroup[],
): fc.Arbitrary<MetricGroup[]> {
  const others = all.filter((group) => !first.includes(group));
  const length = count - first.length;
  return fc
    .shuffledSubarray([...others], { minLength: length, maxLength: length })
    .map((more) => [...first, ...more]);
}

/** Days of which the past has all; the last one, where the days before it are asked for too. Most people ask in UTC. */
const period = (until: Date, isCompared: boolean): fc.Arbitrary<Pick<Question, 'from' | 'to' | 'timezone'>> =>
  fc
    .record({
      timezone: fc.oneof(fc.constant('UTC'), fc.constantFrom(...TIMEZONES)),
      span: fc.oneof(fc.constant([0, DAYS - 1]), fc.tuple(fc.nat(DAYS - 1), fc.nat(DAYS - 1))),
    })
    .map(({ timezone, span }) => {
      const days = daysBefore(until, timezone, DAYS);
      const at = (place: number) => days.at(isCompared ? -1 : Math.min(place, days.length - 1)) ?? '';
      return { timezone, from: at(Math.min(...span)), to: at(Math.max(...span)) };
    });

/** Every dimension takes its turn, in an order of the seed; one that cannot be asked for waits for the next question. */
function takeTurns(seed: number): (allowed: readonly MetricGroup[]) => MetricGroup {
  const [order = []] = fc.sample(fc.shuffledSubarray([...GROUPS], { minLength: GROUPS.length }), {
    seed,
    numRuns: 1,
  });
  const waiting: MetricGroup[] = [];
  return (allowed) => {
    if (!waiting.some((group) => allowed.includes(group))) waiting.push(...order);
    const [next] = waiting.splice(
      waiting.findIndex((group) => allowed.includes(group)),
      1,
    );
    if (!next) throw new Error('No dimension can be asked for');
    return next;
  };
}

/**
 * So many random questions about days that were over before `until`, of values that these facts have; the same for the
 * same seed and facts. Whatever the seed, of every twelve each three have one to four groups with filters of campaigns
 * alone or none, of anything, and such as leave values out; two are compared; and in twenty every dimension comes first.
 */
export function makeQuestions(
  facts: readonly Fact[],
  { seed, count, until }: { seed: number; count: number; until: Date },
): Question[] {
  const values = valuesOf(facts);
  const nextOf = takeTurns(seed);
  return Array.from({ length: count }, (_, place) => {
    const kind = KINDS[place % KINDS.length] ?? 'any';
    const groupCount = GROUP_COUNTS[place % GROUP_COUNTS.length] ?? 1;
    const compare = place % COMPARED_EVERY === 1;
    const ofLedger = kind === 'ledger' && groupCount <= LEDGER_GROUPS.length;
    const all = (ofLedger ? LEDGER_GROUPS : GROUPS).filter((group) => group !== 'hour' || !compare);
    const first = ofLedger ? [] : [nextOf(all)];
    const question = fc
      .record({
        groups: groupsOf(all, groupCount, first),
        filters: filtersOf(kind, values),
        days: period(until, compare),
        compare: fc.constant(compare),
        sort: fc.constantFrom(null, 'key' as const, 'spend_micros' as const, 'clicks' as const),
        order: fc.constantFrom(null, 'asc' as const, 'desc' as const),
        columns: fc.subarray([...METRIC_COLUMNS], { minLength: 4 }),
      })
      .map(({ days, ...rest }): Question => ({ ...rest, ...days }))
      .filter((asked) => rowsOf(factsOf(facts, asked), asked).size <= ROWS_MOST);
    const [made] = fc.sample(question, { seed: seed + place, numRuns: 1 });
    if (!made) throw new Error('There is no question');
    return made;
  });
}
