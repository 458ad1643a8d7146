import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventKind } from '@ezdash/contracts';
import type { Connection, Db } from '../../platform/db';
import type { Log } from '../../platform/log';
import {
  type AnsweredAd,
  createServing,
  createVisitors,
  type Engine,
  type Serving,
  type TokenKey,
} from '../serving';
import {
  BROWSERS,
  dayFactor,
  hourFactor,
  pick,
  type Random,
  react,
  seededBytes,
  seededRandom,
  VISITOR_COUNTRIES,
} from './visitsModel';
import { TimeQueue } from './visitsQueue';
import {
  createBlockSampler,
  createPastTraces,
  type PastTraces,
  TAKEN_EVERY_MS,
  traceEvery,
} from './visitsTraces';
import { drawLateness, drawMishaps, drawViewer, type EventSource, type Viewer } from './visitsTrouble';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The journal of the past; its events are in the database when it is removed. */
const NODE = 'past';
const PERSONS = 4_000;

/** A site whose pages ask for these zones (public ids) at every view; `weight` is its share of the visits. */
export interface VisitedSite {
  zones: string[];
  weight: number;
  /** The sub ids of its visitors, in equal parts; empty is none. */
  subs?: readonly string[] | undefined;
}

export interface PastVisitsOptions {
  db: Db;
  connection: Connection;
  dataDir: string;
  log: Log;
  tokenKeys: readonly [TokenKey, ...TokenKey[]];
  sites: readonly VisitedSite[];
  /** Whole UTC days before the day of `untilMs`; that day is visited up to `untilMs`. */
  days: number;
  untilMs: number;
  /** The same seed on the same rows makes the same visits. */
  seed: number;
  /** Mean page views a day; each asks for all zones of its site. */
  viewsPerDay: number;
  /** How much of that a day so many days back has; all of it unless given. */
  busyness?: (daysAgo: number) => number;
  /** Before a day's first visit: deposits, approvals … that took place by then. */
  onDay?: (dayStartMs: number) => Promise<void>;
  onProgress?: (progress: { day: number; days: number; totals: VisitTotals }) => void;
}

export interface VisitTotals {
  pageViews: number;
  /** Zones asked for. */
  requests: number;
  filled: number;
  impressions: number;
  viewables: number;
  clicks: number;
  /** Events that no person made, made twice, or too late: recorded, never billed. */
  invalid: number;
}

const visitorOf = createVisitors();

interface Person {
  /** Everybody comes the same way each time: it decides their sub id. */
  number: number;
  country: string;
  language: string;
  utcOffsetHours: number;
  browser: (typeof BROWSERS)[number];
  /** Times of impressions by capped campaign, as the tag keeps them. */
  seen: Map<string, number[]>;
}

type Act =
  | { at: 'view'; site: VisitedSite; person: Person; viewer: Viewer }
  | { at: 'event'; kind: EventKind; token: string; source: EventSource; sub: string };

type View = Extract<Act, { at: 'view' }>;

const counters: Readonly<Record<EventKind, 'impressions' | 'viewables' | 'clicks' | null>> = {
  impression: 'impressions',
  viewable: 'viewables',
  click: 'clicks',
  conversion: null,
};

function makePersons(random: Random): Person[] {
  return Array.from({ length: PERSONS }, (_, number) => {
    const { country, language, utcOffsetHours } = pick(VISITOR_COUNTRIES, random);
    return { number, country, language, utcOffsetHours, browser: pick(BROWSERS, random), seen: new Map() };
  });
}

/** The first candidate under its cap, as the tag chooses. */
function choose(ad: AnsweredAd, person: Person, nowMs: number): AnsweredAd['candidates'][number] | undefined {
  return ad.candidates.find(({ creative }) => {
    if (!creative.cap) return true;
    const { count, seconds } = creative.cap;
    const times = (person.seen.get(creative.campaignPublicId) ?? []).filter(
      (time) => time > nowMs - seconds * 1_000,
    );
    if (times.length >= count) return false;
    person.seen.set(creative.campaignPublicId, [...times, nowMs]);
    return true;
  });
}

/** How many zones the page views of a busy day ask for. */
function requestsPerDay({ sites, viewsPerDay }: PastVisitsOptions): number {
  const weight = sites.reduce((sum, site) => sum + site.weight, 0);
  const zones = sites.reduce((sum, site) => sum + site.weight * site.zones.length, 0);
  return (viewsPerDay * zones) / Math.max(1, weight);
}

/** The moments of a day's page views, in no order. Visitors come at their own country's hours. */
function planDay(
  dayStartMs: number,
  untilMs: number,
  views: number,
  options: PastVisitsOptions,
  persons: readonly Person[],
  random: Random,
) {
  const plan: { timeMs: number; act: Act }[] = [];
  for (let hour = 0; hour < 24; hour += 1)
    for (const { country, utcOffsetHours, weight } of COUNTRY_SHARES) {
      const mean = (views / 24) * weight * hourFactor(hour, utcOffsetHours);
      const count = Math.floor(mean) + (random() < mean % 1 ? 1 : 0);
      const locals = persons.filter((person) => person.country === country);
      for (let view = 0; view < count; view += 1) {
        const timeMs = dayStartMs + hour * HOUR_MS + Math.floor(random() * HOUR_MS);
        const person = locals[Math.floor(random() * locals.length)];
        const site = pick(options.sites, random);
        const viewer = drawViewer(random);
        if (person && timeMs < untilMs) plan.push({ timeMs, act: { at: 'view', site, person, viewer } });
      }
    }
  return plan;
}

const totalWeight = VISITOR_COUNTRIES.reduce((sum, entry) => sum + entry.weight, 0);
const COUNTRY_SHARES = VISITOR_COUNTRIES.map((entry) => ({ ...entry, weight: entry.weight / totalWeight }));

interface Stage {
  engine: Engine;
  clock: { nowMs: number };
  queue: TimeQueue<Act>;
  totals: VisitTotals;
  random: Random;
  traces: PastTraces;
}

/** What becomes of an ad that came: what the person does, and what nobody should pay for. */
function lookAt(
  stage: Stage,
  { creative, token }: AnsweredAd['candidates'][number],
  { site, person }: Pick<View, 'site' | 'person'>,
): void {
  const { clock, queue, random } = stage;
  const sub = site.subs?.[person.number % site.subs.length] ?? '';
  const later = (kind: EventKind, afterMs: number, source: EventSource) =>
    queue.add(clock.nowMs + afterMs, { at: 'event', kind, token, source, sub });
  const reaction = react(creative.publicId, person.browser, random);
  const lateMs = drawLateness(random);
  const source: EventSource = lateMs === 0 ? 'person' : 'late';
  const times: [EventKind, number | null][] = [
    ['impression', reaction.impressionMs],
    ['viewable', reaction.viewMs],
    ['click', reaction.clickMs],
  ];
  for (const [kind, afterMs] of times) if (afterMs !== null) later(kind, afterMs + lateMs, source);
  for (const mishap of drawMishaps(reaction, random))
    later(mishap.kind, mishap.afterMs + lateMs, mishap.source);
}

function viewPage(stage: Stage, { site, person, viewer }: View): void {
  const { engine, clock, totals } = stage;
  totals.pageViews += 1;
  totals.requests += site.zones.length;
  const visitor = visitorOf({
    country: person.country,
    userAgent: person.browser.userAgent,
    language: person.language,
    bot: viewer === 'robot',
    prefetch: viewer === 'prefetch',
  });
  for (const ad of engine.answer({ zones: site.zones, visitor, exclude: [], keywords: [], test: false })) {
    if (ad.reason === 0) totals.filled += 1;
    const chosen = choose(ad, person, clock.nowMs);
    if (chosen) lookAt(stage, chosen, { site, person });
  }
}

/** Plays everything that happens before a moment, each at its own time. */
function playUntil(stage: Stage, endMs: number): void {
  const { engine, clock, queue, totals } = stage;
  const ignore = () => {};
  for (let next = queue.takeBefore(endMs); next; next = queue.takeBefore(endMs)) {
    clock.nowMs = next.timeMs;
    const { item } = next;
    if (item.at === 'view') {
      viewPage(stage, item);
      stage.traces.settle();
    } else {
      const { kind, token, source, sub } = item;
      engine.record(kind, token, { bot: source === 'robot', prefetch: source === 'prefetch', sub }, ignore);
      const counter = source === 'person' ? counters[kind] : 'invalid';
      if (counter) totals[counter] += 1;
    }
  }
}

/** In pieces, so that what is traced finds room. */
async function playDay(stage: Stage, dayStartMs: number, endMs: number): Promise<void> {
  for (let untilMs = dayStartMs; untilMs < endMs; ) {
    untilMs = Math.min(untilMs + TAKEN_EVERY_MS, endMs);
    playUntil(stage, untilMs);
    await stage.traces.take();
  }
}

async function playDays(
  options: PastVisitsOptions,
  serving: Serving,
  clock: { nowMs: number },
  random: Random,
): Promise<VisitTotals> {
  const { days, untilMs } = options;
  const totals: VisitTotals = {
    pageViews: 0,
    requests: 0,
    filled: 0,
    impressions: 0,
    viewables: 0,
    clicks: 0,
    invalid: 0,
  };
  const persons = makePersons(random);
  const queue = new TimeQueue<Act>();
  const traces = createPastTraces(options, serving.engine);
  const stage: Stage = { engine: serving.parts().engine, clock, queue, totals, random, traces };
  const lastDayMs = Math.floor(untilMs / DAY_MS) * DAY_MS;
  for (let day = 0; day <= days; day += 1) {
    const dayStartMs = lastDayMs - (days - day) * DAY_MS;
    const busyness = options.busyness?.(days - day) ?? 1;
    const views = options.viewsPerDay * busyness * dayFactor(dayStartMs, days - day, random);
    await options.onDay?.(dayStartMs);
    clock.nowMs = dayStartMs;
    await serving.refresh();
    for (const { timeMs, act } of planDay(dayStartMs, untilMs, views, options, persons, random))
      queue.add(timeMs, act);
    traces.beginDay(days - day);
    await playDay(stage, dayStartMs, Math.min(dayStartMs + DAY_MS, untilMs));
    await serving.drain();
    options.onProgress?.({ day, days, totals });
  }
  await traces.end();
  return totals;
}

/**
 * Makes a past: visits go through the engine, the tokens, the journal and the ingestion that real ones go through,
 * only the clock is another. Budgets and balances of each past day are respected, and every figure adds up.
 */
export async function runPastVisits(options: PastVisitsOptions): Promise<VisitTotals> {
  const random = seededRandom(options.seed);
  const clock = { nowMs: Math.floor(options.untilMs / DAY_MS) * DAY_MS - options.days * DAY_MS };
  const serving = createServing({
    db: options.db,
    connection: options.connection,
    dataDir: options.dataDir,
    log: options.log,
    tokenKeys: options.tokenKeys,
    tagSource: '',
    node: NODE,
    now: () => clock.nowMs,
    random: seededBytes(seededRandom(options.seed + 1)),
    background: false,
    sampler: createBlockSampler(
      traceEvery(requestsPerDay(options), options.days),
      seededRandom(options.seed + 2),
    ),
  });
  const journalDir = join(options.dataDir, 'journal', NODE);
  // What an interrupted run has left belongs to a past that is made anew.
  await rm(journalDir, { recursive: true, force: true });
  let totals: VisitTotals;
  try {
    await serving.start();
    totals = await playDays(options, serving, clock, random);
  } finally {
    await serving.stop();
  }
  await rm(journalDir, { recursive: true, force: true });
  return totals;
}
