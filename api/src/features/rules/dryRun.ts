import { RULE_MOST } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { type Candidate, findCandidates } from './candidates.repo';
import { NOTHING, type Sums } from './conditions';
import { type HourSums, readHours } from './figures.repo';
import { amountOf } from './perform';
import { HOUR_MS, lastPeriod, periodsBefore } from './periods';
import { keyOf, longestWindow, type RuleRow, type Subject } from './ruleRow';
import { couldBeShown, leastShownMs } from './shownSpans';
import { type PastSubject, type Simulated, simulate } from './simulate';
import { readStandings } from './standings.repo';
import { findSubjects } from './subjects';

/** Figures by the hour of more than these would take a server's memory. */
const MOST_SUBJECTS = 1_000;

const FIELDS = ['impressions', 'viewables', 'clicks', 'conversions', 'spend'] as const;

/** Sums from the beginning up to each hour, so that any time between two hours is one subtraction. */
class Running {
  private readonly sums: Record<(typeof FIELDS)[number], Float64Array>;
  constructor(
    private readonly startMs: number,
    private readonly hours: number,
    rows: readonly HourSums[],
  ) {
    const empty = () => new Float64Array(hours + 1);
    this.sums = {
      impressions: empty(),
      viewables: empty(),
      clicks: empty(),
      conversions: empty(),
      spend: empty(),
    };
    for (const { hour, sums } of rows) {
      const at = Math.round((hour.getTime() - startMs) / HOUR_MS) + 1;
      for (const field of FIELDS) this.sums[field][at] = (this.sums[field][at] ?? 0) + sums[field];
    }
    for (const field of FIELDS)
      for (let at = 1; at <= hours; at++)
        this.sums[field][at] = (this.sums[field][at] ?? 0) + (this.sums[field][at - 1] ?? 0);
  }

  between(fromMs: number, toMs: number): Sums {
    const place = (ms: number) =>
      Math.min(this.hours, Math.max(0, Math.round((ms - this.startMs) / HOUR_MS)));
    const [from, to] = [place(fromMs), place(toMs)];
    const found = { ...NOTHING };
    for (const field of FIELDS) found[field] = (this.sums[field][to] ?? 0) - (this.sums[field][from] ?? 0);
    return found;
  }
}

function groupRows(rows: readonly HourSums[]): Map<string, HourSums[]> {
  const groups = new Map<string, HourSums[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

export interface DryRun extends Simulated {
  from: Date;
  to: Date;
  evaluations: number;
  subjects: number;
  whole: boolean;
}

/**
 * What a rule would have done in the last seven days. Campaigns that are shown now are looked at as in an evaluation, at
 * those moments at which an evaluation would have; of those that are not only what was counted.
 */
export async function dryRun(db: Db, rule: RuleRow, now: Date): Promise<DryRun> {
  const { definition, advertiser_id: advertiserId } = rule;
  const { scope, conditions, every, action } = definition;
  const to = lastPeriod(every, now);
  const periods = periodsBefore(every, to, RULE_MOST.dryRunDays);
  const first = periods[0] ?? to;
  const backMs = leastShownMs(definition);
  const startMs = first.getTime() - longestWindow(conditions) * HOUR_MS;
  const hours = Math.round((to.getTime() - startMs) / HOUR_MS);
  const found = await findCandidates(db, advertiserId, definition, ['approved', 'paused']);
  const ids = found.map(({ id }) => id);
  const standings = await readStandings(db, advertiserId, ids, new Date(startMs), now);
  // Since when they have no money is not known: that little was counted of them says nothing.
  const candidates = found.filter(({ id }) => backMs === 0 || standings.get(id)?.starved !== true);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const reach = { advertiserId, scope, campaigns: [...byId.keys()] };
  const { rows, whole } = await readHours(db, reach, new Date(startMs), to, MOST_SUBJECTS);
  const groups = groupRows(rows);
  const counted = [...groups.values()].flatMap(([row]) => row ?? []);
  const shown = candidates.filter(({ id }) => standings.get(id)?.runs === true);
  const subjects = new Map<string, Subject>();
  // Creatives that are not shown any more could not be taken out: those of now are all there are.
  const looked = await findSubjects(db, definition, scope === 'zone' ? candidates : shown, counted);
  for (const subject of looked) subjects.set(keyOf(subject), subject);
  if (scope === 'campaign') for (const subject of counted) subjects.set(keyOf(subject), subject);
  const kept = [...subjects.values()].slice(0, MOST_SUBJECTS);
  const past = kept.flatMap((subject): PastSubject[] => {
    const campaign: Candidate | undefined = byId.get(subject.campaignId);
    const spans = standings.get(subject.campaignId)?.spans;
    if (!campaign || !spans) return [];
    const running = new Running(startMs, hours, groups.get(keyOf(subject)) ?? []);
    return [
      {
        campaignId: subject.campaignId,
        thingId: subject.thingId,
        between: (fromMs, toMs) => running.between(fromMs, toMs),
        isLookedAt: (atMs) => couldBeShown(spans, atMs, backMs),
        amountMicros: amountOf(action, campaign) ?? 0,
      },
    ];
  });
  return {
    ...(await simulate(definition, past, periods)),
    from: first,
    to,
    evaluations: periods.length,
    subjects: past.length,
    whole: whole && subjects.size <= MOST_SUBJECTS,
  };
}
