import type { CampaignAction, CampaignActionAnswer } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inCall, type Trx } from '../../platform/db';
import { dayOf, publicRowId, spendOf } from '../figures';
import { findGoalHalts, lacksClickId, NO_CLICK_ID, NO_GOAL } from './campaignGoals';
import { hasEnded, type StoredCampaignState } from './campaignState';
import * as repo from './campaigns.repo';
import { byPerson, type ChangedBy, withHistory } from './history';
import { CPM_ALONE, escapesPricing } from './ownClicks';

type Action = CampaignAction['action'];
/** What becomes of a campaign, or the sentence why nothing does. */
export type Verdict = { ok: true; next: StoredCampaignState } | { ok: false; message: string };

/** The part of a campaign that decides what may be done with it. */
export interface ActionSubject {
  state: StoredCampaignState;
  endsAt: Date | null;
  /** Nothing is left of the total budget. */
  totalSpent: boolean;
  /** The limit of impressions is reached. */
  allShown: boolean;
  /** That of clicks is. */
  allClicked: boolean;
  /** Those that the network has stopped do not count. */
  creativeCount: number;
  /** How many of them a reviewer has approved. */
  approvedCount: number;
  /** It pays for conversions, and none of its goals takes reports. */
  lacksGoal: boolean;
  /** It pays for conversions, and its landing page is not told the click they are reported by. */
  lacksClickId: boolean;
  /** It pays for clicks or conversions, and a creative of it leads its own clicks. */
  escapesPricing: boolean;
}

const STOPPED = 'The network stopped this campaign. Change it and submit it again';

const to = (next: StoredCampaignState): Verdict => ({ ok: true, next });
const refuse = (message: string): Verdict => ({ ok: false, message });

function pause(subject: ActionSubject, now: Date): Verdict {
  if (subject.state !== 'approved') return refuse('Only an approved campaign can be paused');
  // A completed campaign does not deliver; pausing it would only hide why.
  if (hasEnded(subject, now)) return refuse('The end has passed already');
  if (subject.totalSpent) return refuse('The total budget is spent already');
  if (subject.allShown) return refuse('The impression limit is reached already');
  if (subject.allClicked) return refuse('The click limit is reached already');
  return to('paused');
}

function resume({ state, creativeCount, approvedCount }: ActionSubject): Verdict {
  if (state === 'stopped') return refuse(STOPPED);
  if (state !== 'paused') return refuse('Only a paused campaign can be resumed');
  // Changed while it was paused: a reviewer looks first.
  return to(creativeCount > 0 && approvedCount === creativeCount ? 'approved' : 'in_review');
}

function submit(subject: ActionSubject, now: Date): Verdict {
  const { state, creativeCount } = subject;
  if (state !== 'draft' && state !== 'rejected' && state !== 'stopped')
    return refuse('Only a draft or a rejected campaign can be submitted');
  if (creativeCount === 0) return refuse('Add at least one creative');
  if (subject.lacksGoal) return refuse(NO_GOAL);
  if (subject.lacksClickId) return refuse(NO_CLICK_ID);
  if (subject.escapesPricing) return refuse(CPM_ALONE);
  if (hasEnded(subject, now)) return refuse('The end has passed already');
  return to('in_review');
}

/**
 * What taking back a move of its state makes of a campaign, or the sentence why not: it is where the move led to, and
 * `before` is where it was. Pure.
 */
export function judgeWayBack(before: StoredCampaignState, subject: ActionSubject, now: Date): Verdict {
  if (before === 'paused' && subject.state === 'approved') return pause(subject, now);
  // Runs again, so that what changed in the meantime is looked at first.
  if (before === 'approved') return resume({ ...subject, state: 'paused' });
  if (before === 'in_review') return submit({ ...subject, state: 'draft' }, now);
  return to(before);
}

/** What an action makes of a campaign, or the sentence why not. Pure. */
export function judgeAction(action: Action, subject: ActionSubject, now: Date): Verdict {
  switch (action) {
    case 'pause':
      return pause(subject, now);
    case 'resume':
      return resume(subject);
    case 'archive':
      return subject.state === 'archived' ? refuse('The campaign is archived already') : to('archived');
    case 'submit':
      return submit(subject, now);
  }
}

export interface CampaignActions {
  /**
   * Does what it can: a refused campaign says why, and the others still go through. What was done is in the history of
   * each; without a `by` it is the owner's own hand.
   */
  act(advertiserId: number, action: CampaignAction, by?: ChangedBy): Promise<CampaignActionAnswer>;
  /** `act` in the caller's transaction. */
  actIn(
    trx: Trx,
    advertiserId: number,
    action: CampaignAction,
    by?: ChangedBy,
  ): Promise<CampaignActionAnswer>;
}

/** What of many campaigns decides together what may be done with each. */
async function readParts(trx: Db, locked: repo.CampaignRow[], now: Date) {
  const ids = locked.map((row) => row.id);
  return {
    creatives: await repo.findCreatives(trx, ids),
    spend: await spendOf(trx, ids, dayOf(now)),
    counts: await repo.findLifeCounts(trx, locked),
    goalHalts: await findGoalHalts(trx, locked),
  };
}
type Parts = Awaited<ReturnType<typeof readParts>>;

function subjectOf(row: repo.CampaignRow, parts: Parts): ActionSubject {
  const own = parts.creatives.filter(
    (creative) => creative.campaign_id === row.id && creative.state !== 'stopped',
  );
  const spentMicros = BigInt(parts.spend.get(row.id)?.totalMicros ?? 0);
  const { impressions = 0, clicks = 0 } = parts.counts.get(row.id) ?? {};
  return {
    state: row.state,
    endsAt: row.ends_at,
    totalSpent: row.total_budget_micros !== null && spentMicros >= row.total_budget_micros,
    allShown: row.impression_limit !== null && impressions >= row.impression_limit,
    allClicked: row.click_limit !== null && clicks >= row.click_limit,
    creativeCount: own.length,
    approvedCount: own.filter((creative) => creative.state === 'approved').length,
    lacksGoal: parts.goalHalts.has(row.id),
    lacksClickId: lacksClickId(row),
    escapesPricing: own.some((creative) => escapesPricing(row.pricing, creative)),
  };
}

/** What decides what may be done with one campaign, which the caller holds. */
export async function readSubject(trx: Db, row: repo.CampaignRow, now: Date): Promise<ActionSubject> {
  return subjectOf(row, await readParts(trx, [row], now));
}

export function createCampaignActions({ db, clock }: { db: Db; clock: Clock }): CampaignActions {
  async function actOne(
    trx: Db,
    row: repo.CampaignRow,
    action: Action,
    now: Date,
    subject: ActionSubject,
  ): Promise<Verdict> {
    const verdict = judgeAction(action, subject, now);
    if (!verdict.ok) return verdict;
    if (verdict.next === 'in_review') await repo.reopenCreatives(trx, row.id, 'rejected', now);
    await repo.setCampaignState(trx, row.id, verdict.next, now);
    return verdict;
  }

  async function actIn(
    trx: Trx,
    advertiserId: number,
    { ids, action }: CampaignAction,
    by = byPerson(advertiserId),
  ): Promise<CampaignActionAnswer> {
    const rows = new Map(ids.map((id) => [id, publicRowId('campaign', id)]));
    const known = [...rows.values()].filter((row) => row !== null);
    const answer: CampaignActionAnswer = { changed: [], refused: [] };
    const locked = await repo.lockCampaigns(trx, { advertiserId, ids: known });
    const byId = new Map(locked.map((row) => [row.id, row]));
    const parts = await readParts(trx, locked, clock.now());
    return withHistory(trx, { by, at: clock.now() }, [...byId.keys()], async () => {
      for (const [id, rowNumber] of rows) {
        const row = byId.get(rowNumber ?? 0);
        const verdict = row
          ? await actOne(trx, row, action, clock.now(), subjectOf(row, parts))
          : refuse('No such campaign');
        if (verdict.ok) answer.changed.push(id);
        else answer.refused.push({ id, message: verdict.message });
      }
      return answer;
    });
  }

  return {
    act: (advertiserId, action, by) => inCall(db, (trx) => actIn(trx, advertiserId, action, by)),
    actIn,
  };
}
