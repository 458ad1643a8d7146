import type { RuleFigure } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';
import { type Candidate, findCandidates, lockCandidate } from './candidates.repo';
import { holdAgainst, NOTHING } from './conditions';
import { readSums } from './figures.repo';
import { isOfAmount, nextAmount } from './nextAmount';
import { amountOf, type CampaignDoors, type Performed, perform } from './perform';
import { DAY_MS, HOUR_MS } from './periods';
import { keyOf, longestWindow, type RuleRow, type Subject } from './ruleRow';
import { beginRun, countActs, endRun, insertAct, lastActs, resumedSince } from './runs.repo';
import { inOrder } from './simulate';
import { findSubjects } from './subjects';

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
async function readCooling(trx: Trx, { id, definition }: RuleRow, now: Date) {
  const since = new Date(now.getTime() - definition.cooldown_hours * HOUR_MS);
  const acted = await lastActs(trx, id, since);
  const resumed = await resumedSince(trx, id, since);
  return (subject: Subject) => acted.has(keyOf(subject)) || resumed.has(subject.campaignId);
}

const startOfDay = (now: Date) => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);

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
  const { action, scope, most_per_day } = definition;
  const shown = await findCandidates(trx, advertiserId, definition, ['approved']);
  // Of one that was made since, no figures of that time say anything.
  const candidates = shown.filter(({ createdAt }) => createdAt <= period);
  const { subjects, matches } = await findMatches(trx, rule, candidates, period);
  const isCooling = await readCooling(trx, rule, now);
  let left = most_per_day - (await countActs(trx, ruleId, startOfDay(now)));
  let held = 0;
  const acts: Deeds['acts'] = [];
  for (const { subject, figures } of matches) {
    // As it is now: what this run did before to the same campaign counts, and what its owner did meanwhile.
    const campaign = left <= 0 || isCooling(subject) ? null : await lockCandidate(trx, subject.campaignId);
    const amount = campaign && amountOf(action, campaign);
    const atBound = isOfAmount(action) && amount !== null && nextAmount(action, amount) === amount;
    if (!campaign || atBound) {
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
