import type { RuleFigure } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';
import { type Candidate, findCandidates, lockCandidate } from './candidates.repo';
import { holdAgainst, NOTHING } from './conditions';
import { readSums } from './figures.repo';
import { isOfAmount, nextAmount } from './nextAmount';
import { amountOf, type CampaignDoors, type Performed, perform } from './perform';
import { DAY_MS, HOUR_MS } from './periods';
import { keyOf, longestWindow, type RuleRow, type Subject } from './ruleRow';
import { actedAfter, beginRun, countActs, endRun, insertAct, resumedSince } from './runs.repo';
import { couldBeShown, leastShownMs } from './shownSpans';
import { inOrder } from './simulate';
import { readStandings } from './standings.repo';
import { findSubjects } from './subjects';
import { wasTouched } from './touched.repo';

/** What a rule did to one of its subjects. */
export interface Deeds {
  rule: RuleRow;
  period: Date;
  acts: { actId: bigint; campaign: Candidate; subject: Subject; performed: Performed }[];
}

interface Match {
  subject: Subject;
  figures: RuleFigure[];
}

/**
 * What the rule may look at: what is shown now, and was for as long as its conditions need. Of anything else the figures
 * of that time say that it could not be shown, and nothing more.
 */
async function findShown(trx: Trx, rule: RuleRow, period: Date, now: Date): Promise<Candidate[]> {
  const { advertiser_id: advertiserId, definition } = rule;
  const approved = await findCandidates(trx, advertiserId, definition, ['approved']);
  const backMs = leastShownMs(definition);
  const ids = approved.map(({ id }) => id);
  const since = new Date(period.getTime() - backMs);
  const standings = await readStandings(trx, advertiserId, ids, since, now);
  return approved.filter(({ id }) => {
    const standing = standings.get(id);
    return standing?.runs && couldBeShown(standing.spans, period.getTime(), backMs);
  });
}

/** Reads the windows of a rule's conditions, and holds them against everything it looks at. */
async function findMatches(trx: Trx, rule: RuleRow, candidates: readonly Candidate[], period: Date) {
  const { advertiser_id: advertiserId, definition } = rule;
  const { scope, conditions } = definition;
  const reach = { advertiserId, scope, campaigns: candidates.map(({ id }) => id) };
  const windows = [...new Set(conditions.map(({ hours }) => hours))];
  const sums = new Map<number, Awaited<ReturnType<typeof readSums>>>();
  for (const hours of windows)
    sums.set(hours, await readSums(trx, reach, new Date(period.getTime() - hours * HOUR_MS), period));
  const sumsOf = (subject: Subject, hours: number) => sums.get(hours)?.get(keyOf(subject))?.sums ?? NOTHING;
  const longest = longestWindow(conditions);
  const subjects = await findSubjects(trx, definition, candidates, sums.get(longest)?.values() ?? []);
  const matches: Match[] = [];
  for (const subject of inOrder(subjects, (each) => sumsOf(each, longest).spend)) {
    const { holds, figures } = holdAgainst(definition, (hours) => sumsOf(subject, hours));
    if (holds) matches.push({ subject, figures });
  }
  return { subjects: subjects.length, matches };
}

/** Who is left alone: what the rule acted on lately, and what its owner resumed lately. */
async function readCooling(trx: Trx, { id, definition }: RuleRow, period: Date, now: Date) {
  const before = (moment: Date) => new Date(moment.getTime() - definition.cooldown_hours * HOUR_MS);
  const acted = await actedAfter(trx, id, before(period));
  const resumed = await resumedSince(trx, id, before(now));
  return (subject: Subject) => acted.has(keyOf(subject)) || resumed.has(subject.campaignId);
}

const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/**
 * Evaluates a rule for one period, and does what it says: all of it in this transaction, with the note that the period
 * was evaluated. Null when it was before. The rule has to be held by the transaction.
 */
export async function evaluateRule(
  trx: Trx,
  doors: CampaignDoors,
  rule: RuleRow,
  period: Date,
  now: Date,
): Promise<Deeds | null> {
  const runId = await beginRun(trx, rule.id, period, now);
  if (runId === null) return null;
  const { id: ruleId, definition, advertiser_id: advertiserId, name } = rule;
  const { action, scope, cooldown_hours, most_per_day } = definition;
  const candidates = await findShown(trx, rule, period, now);
  const { subjects, matches } = await findMatches(trx, rule, candidates, period);
  const isCooling = await readCooling(trx, rule, period, now);
  const handsSince = new Date(now.getTime() - cooldown_hours * HOUR_MS);
  let left = most_per_day - (await countActs(trx, ruleId, startOfDay(period)));
  let held = 0;
  const acts: Deeds['acts'] = [];
  for (const { subject, figures } of matches) {
    // As it is now: what this run did before to the same campaign counts, and what its owner did meanwhile.
    const campaign = left <= 0 || isCooling(subject) ? null : await lockCandidate(trx, subject.campaignId);
    const amount = campaign && amountOf(action, campaign);
    const atBound = isOfAmount(action) && amount !== null && nextAmount(action, amount) === amount;
    const touch = { ruleId, campaignId: subject.campaignId, action, period, since: handsSince };
    if (!campaign || atBound || (await wasTouched(trx, touch))) {
      held++;
      continue;
    }
    const deed = { advertiserId, rule: { id: ruleId, name }, action, campaign, subject, now };
    const performed = await perform(trx, doors, deed);
    if (performed.outcome !== 'refused') left--;
    const actId = await insertAct(trx, {
      runId,
      ruleId,
      at: now,
      campaignId: campaign.id,
      creativeId: scope === 'creative' ? subject.thingId : null,
      zoneId: scope === 'zone' ? subject.thingId : null,
      action,
      figures,
      ...performed,
    });
    acts.push({ actId, campaign, subject, performed });
  }
  await endRun(trx, runId, { subjects, matched: matches.length, held });
  return { rule, period, acts };
}
