import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RuleFigure } from '@ezdash/contracts';
import { holdAgainst, type Sums } from './conditions';
import { isOfAmount, nextAmount } from './nextAmount';
import { dayNumber, HOUR_MS } from './periods';
import { keyOf, longestWindow, type RuleDefinition, type Subject, stops } from './ruleRow';

/** A subject with its figures by the hour. */
export interface PastSubject extends Subject {
  /** Sums of the hours that lie within [from, to), in milliseconds. */
  between(fromMs: number, toMs: number): Sums;
  /** Whether its campaign could be shown then, and for as long as the conditions need (in milliseconds). */
  isLookedAt(atMs: number): boolean;
  /** What it bids or may spend a day now, where the rule changes that; else 0. */
  amountMicros: number;
}

export interface SimulatedAct {
  at: Date;
  subject: Subject;
  figures: RuleFigure[];
  beforeMicros: number | null;
  afterMicros: number | null;
}

export interface Simulated {
  acts: SimulatedAct[];
  held: number;
  /** Spent on what would have been stopped, from then to the last period. */
  spendAfterMicros: number;
}

interface Standing {
  lastActMs: number;
  amountMicros: number;
  stopped: boolean;
}

/** Those that spent most first, as in a real evaluation: the most a day goes to them. */
export function inOrder<T extends Subject>(subjects: readonly T[], spendOf: (subject: T) => number): T[] {
  return subjects
    .map((subject) => ({ subject, spend: spendOf(subject) }))
    .sort(
      (a, b) =>
        b.spend - a.spend ||
        a.subject.campaignId - b.subject.campaignId ||
        a.subject.thingId - b.subject.thingId,
    )
    .map(({ subject }) => subject);
}

/**
 * What a rule would have done at each of these moments, by the figures up to then. What it would have stopped counts as
 * stopped from then on; that a changed bid would have changed the figures is not known, and left out. Pure, in portions:
 * between two moments the process does something else.
 */
export async function simulate(
  definition: RuleDefinition,
  subjects: readonly PastSubject[],
  periods: readonly Date[],
): Promise<Simulated> {
  const { action, cooldown_hours, most_per_day } = definition;
  const endMs = periods.at(-1)?.getTime() ?? 0;
  const longestMs = longestWindow(definition.conditions) * HOUR_MS;
  const standings = new Map<string, Standing>();
  const result: Simulated = { acts: [], held: 0, spendAfterMicros: 0 };
  const actsOfDay = new Map<number, number>();

  function meet(subject: PastSubject, at: Date, figures: RuleFigure[]): void {
    const atMs = at.getTime();
    const key = keyOf(subject);
    const before = standings.get(key) ?? {
      lastActMs: Number.NEGATIVE_INFINITY,
      amountMicros: subject.amountMicros,
      stopped: false,
    };
    const after = isOfAmount(action) ? nextAmount(action, before.amountMicros) : before.amountMicros;
    const day = dayNumber(at);
    const today = actsOfDay.get(day) ?? 0;
    const cools = atMs - before.lastActMs < cooldown_hours * HOUR_MS;
    if (cools || today >= most_per_day || (isOfAmount(action) && after === before.amountMicros)) {
      result.held++;
      return;
    }
    actsOfDay.set(day, today + 1);
    standings.set(key, { lastActMs: atMs, amountMicros: after, stopped: stops(action) });
    if (stops(action)) result.spendAfterMicros += subject.between(atMs, endMs).spend;
    const amounts = isOfAmount(action)
      ? { beforeMicros: before.amountMicros, afterMicros: after }
      : { beforeMicros: null, afterMicros: null };
    result.acts.push({
      at,
      subject: { campaignId: subject.campaignId, thingId: subject.thingId },
      figures,
      ...amounts,
    });
  }

  for (const at of periods) {
    await nextTurn();
    const atMs = at.getTime();
    const there = subjects.filter(
      (subject) => subject.isLookedAt(atMs) && standings.get(keyOf(subject))?.stopped !== true,
    );
    for (const subject of inOrder(there, (each) => each.between(atMs - longestMs, atMs).spend)) {
      const { holds, figures } = holdAgainst(definition, (hours) =>
        subject.between(atMs - hours * HOUR_MS, atMs),
      );
      if (holds) meet(subject, at, figures);
    }
  }
  return result;
}
