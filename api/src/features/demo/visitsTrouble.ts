import type { EventKind } from '@ezdash/contracts';
import type { Random, Reaction } from './visitsModel';

/** Who asks for a page's ads: robots and browsers that only prepare a page get none, and are counted. */
export type Viewer = 'person' | 'robot' | 'prefetch';
/** Where an event comes from. All but a person's own are recorded with their reason and billed never. */
export type EventSource = 'person' | 'robot' | 'prefetch' | 'repeat' | 'late';

/** An event beside those of the person. */
export interface Mishap {
  kind: EventKind;
  source: EventSource;
  /** Milliseconds after the answer. */
  afterMs: number;
}

/** Shares of page views. */
const ROBOT_VIEWS = 0.016;
const PREFETCH_VIEWS = 0.012;
/** A beacon that was sent again, since its answer was lost on the way: share of a person's events. */
const REPEATS = 0.012;
/** Shares of ads that came: a scanner of links opens what the page names; a browser fetches the link ahead. */
const SCANS = 0.005;
const LINK_PREFETCHES = 0.006;
/** Ads on pages that stay in a background tab until their token has expired. */
const LATE = 0.005;

const SECOND_MS = 1_000;
/** An impression counts for an hour after its decision. */
const LEAST_LATE_MS = 65 * 60 * SECOND_MS;
const LATE_SPREAD_MS = 5 * 60 * 60 * SECOND_MS;

/** Who views a page. */
export function drawViewer(random: Random): Viewer {
  const drawn = random();
  if (drawn < ROBOT_VIEWS) return 'robot';
  return drawn < ROBOT_VIEWS + PREFETCH_VIEWS ? 'prefetch' : 'person';
}

/** How long after the page the person comes to see it, in milliseconds: nearly always 0. */
export function drawLateness(random: Random): number {
  return random() < LATE ? LEAST_LATE_MS + Math.floor(random() * LATE_SPREAD_MS) : 0;
}

/** What happens to an ad beside what its person does. */
export function drawMishaps(reaction: Reaction, random: Random): Mishap[] {
  const { impressionMs, viewMs } = reaction;
  if (impressionMs === null) return [];
  const mishaps: Mishap[] = [];
  const soon = () => Math.floor((0.3 + random() * 20) * SECOND_MS);
  for (const [kind, sentMs] of [
    ['impression', impressionMs],
    ['viewable', viewMs],
  ] as const)
    if (sentMs !== null && random() < REPEATS)
      mishaps.push({ kind, source: 'repeat', afterMs: sentMs + soon() });
  if (random() < SCANS) {
    const afterMs = impressionMs + soon();
    mishaps.push({ kind: 'impression', source: 'robot', afterMs });
    mishaps.push({ kind: 'click', source: 'robot', afterMs: afterMs + SECOND_MS });
  }
  if (random() < LINK_PREFETCHES)
    mishaps.push({ kind: 'click', source: 'prefetch', afterMs: impressionMs + soon() });
  return mishaps;
}
