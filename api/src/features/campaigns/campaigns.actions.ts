import type { CampaignAction, CampaignActionAnswer } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { dayOf, publicRowId, spendOf } from '../figures';
import { findGoalHalts, lacksClickId, NO_CLICK_ID, NO_GOAL } from './campaignGoals';
import { hasEnded, type StoredCampaignState } from './campaignState';
import * as repo from './campaigns.repo';
import { CPM_ALONE, escapesPricing } from './ownClicks';

type Action = CampaignAction['action'];
type Verdict = { ok: true; next: StoredCampaignState } | { ok: false; message: string };

/** The part of a campaign that decides what may be done with it. */
export interface ActionSubject {
  state: StoredCampaignState;
  endsAt: Date | null;
  /** Nothing is left of the total budget. */
  totalSpent: boolean;
  /** The limit of impressions is reached. */
  allShown: boolean;
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

const to = (next: StoredCampaignState): Verdict => ({ ok: true, next });
const refuse = (message: string): Verdict => ({ ok: false, message });

function pause(subject: ActionSubject, now: Date): Verdict {
  if (subject.state !== 'approved') return refuse('Only an approved campaign can be paused');
  // A completed campaign does not deliver; pausing it would only hide why.
  if (hasEnded(subject, now)) return refuse('The end has passed already');
  if (subject.totalSpent) return refuse('The total budget is spent already');
  if (subject.allShown) return refuse('The impression limit is reached already');
  return to('paused');
}

function resume({ state, creativeCount, approvedCount }: ActionSubject): Verdict {
  if (state !== 'paused') return refuse('Only a paused campaign can be resumed');
  // Changed while it was paused: a reviewer looks first.
  return to(creativeCount > 0 && approvedCount === creativeCount ? 'approved' : 'in_review');
}

function submit(subject: ActionSubject, now: Date): Verdict {
  const { state, creativeCount } = subject;
  if (state !== 'draft' && state !== 'rejected')
    return refuse('Only a draft or a rejected campaign can be submitted');
  if (creativeCount === 0) return refuse('Add at least one creative');
  if (subject.lacksGoal) return refuse(NO_GOAL);
  if (subject.lacksClickId) return refuse(NO_CLICK_ID);
  if (subject.escapesPricing) return refuse(CPM_ALONE);
  if (hasEnded(subject, now)) return refuse('The end has passed already');
  return to('in_review');
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
  /** Does what it can: a refused campaign says why, and the others still go through. */
  act(advertiserId: number, action: CampaignAction): Promise<CampaignActionAnswer>;
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

  return {
    act(advertiserId, { ids, action }) {
      const rows = new Map(ids.map((id) => [id, publicRowId('campaign', id)]));
      const known = [...rows.values()].filter((row) => row !== null);
      return inTransaction(db, async (trx) => {
        const answer: CampaignActionAnswer = { changed: [], refused: [] };
        const locked = await repo.lockCampaigns(trx, { advertiserId, ids: known });
        const byId = new Map(locked.map((row) => [row.id, row]));
        const creatives = await repo.findCreatives(trx, [...byId.keys()]);
        const spend = await spendOf(trx, [...byId.keys()], dayOf(clock.now()));
        const impressions = await repo.findImpressions(trx, locked);
        const goalHalts = await findGoalHalts(trx, locked);
        for (const [id, rowNumber] of rows) {
          const row = byId.get(rowNumber ?? 0);
          if (!row) {
            answer.refused.push({ id, message: 'No such campaign' });
            continue;
          }
          const own = creatives.filter((creative) => creative.campaign_id === row.id);
          const spentMicros = BigInt(spend.get(row.id)?.totalMicros ?? 0);
          const shown = impressions.get(row.id) ?? 0;
          const verdict = await actOne(trx, row, action, clock.now(), {
            state: row.state,
            endsAt: row.ends_at,
            totalSpent: row.total_budget_micros !== null && spentMicros >= row.total_budget_micros,
            allShown: row.impression_limit !== null && shown >= row.impression_limit,
            creativeCount: own.length,
            approvedCount: own.filter((creative) => creative.state === 'approved').length,
            lacksGoal: goalHalts.has(row.id),
            lacksClickId: lacksClickId(row),
            escapesPricing: own.some((creative) => escapesPricing(row.pricing, creative)),
          });
          if (verdict.ok) answer.changed.push(id);
          else answer.refused.push({ id, message: verdict.message });
        }
        return answer;
      });
    },
  };
}
