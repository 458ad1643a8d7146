import {
  campaign,
  campaignBids,
  campaignBidsAnswer,
  campaignBidsUndo,
  campaignBudgets,
  campaignBudgetsAnswer,
  campaignBudgetsUndo,
  campaignClone,
} from '@ezdash/contracts';
import type { Request } from 'express';
import { translateMessage } from '../../../locales';
import { idempotencyKey, requestLocale } from '../../../platform/http';
import type { CampaignsFeature } from '../../campaigns';
import { handOf } from '../handOf';
import { body, idParams, named, type Operation, operation } from '../operation';

/** Refusals in the language of who asked. */
function inLanguage<Answer extends { refused: { id: string; message: string }[] }>(
  req: Request,
  answer: Answer,
): Answer {
  const locale = requestLocale(req);
  const refused = answer.refused.map(({ id, message }) => ({
    id,
    message: translateMessage(locale, message),
  }));
  return { ...answer, refused };
}

/** What is done with many campaigns, and a campaign made from another. */
export function campaignBulkOperations({ bulk }: Pick<CampaignsFeature, 'bulk'>): Operation[] {
  const shared = { tag: 'Campaigns', role: 'advertiser', scope: 'write', method: 'post' } as const;
  const budgetsAnswer = named('CampaignBudgetsAnswer', campaignBudgetsAnswer);
  const bidsAnswer = named('CampaignBidsAnswer', campaignBidsAnswer);
  return [
    operation(
      {
        ...shared,
        id: 'setBudgets',
        path: '/campaigns/budgets',
        summary: 'Set the daily budgets of several campaigns, or change each by a share of it',
        body: body('CampaignBudgets', campaignBudgets),
        example: { ids: ['c_101z'], change: { percent: 20 } },
        answer: budgetsAnswer,
      },
      async ({ user, req, body: budgets }) =>
        inLanguage(req, await bulk.setBudgets(user.id, budgets, handOf({ user, req }))),
    ),
    operation(
      {
        ...shared,
        id: 'undoBudgets',
        path: '/campaigns/budgets/undo',
        summary: 'Take a change of daily budgets back where it still stands',
        body: body('CampaignBudgetsUndo', campaignBudgetsUndo),
        example: { changed: [{ id: 'c_101z', before_micros: 50_000_000, after_micros: 60_000_000 }] },
        answer: budgetsAnswer,
      },
      async ({ user, req, body: undo }) =>
        inLanguage(req, await bulk.undoBudgets(user.id, undo, handOf({ user, req }))),
    ),
    operation(
      {
        ...shared,
        id: 'setBids',
        path: '/campaigns/bids',
        summary: 'Set the bids of several campaigns, or change each by a share of it',
        body: body('CampaignBids', campaignBids),
        example: { ids: ['c_101z'], change: { percent: 10 } },
        answer: bidsAnswer,
      },
      async ({ user, req, body: bids }) =>
        inLanguage(req, await bulk.setBids(user.id, bids, handOf({ user, req }))),
    ),
    operation(
      {
        ...shared,
        id: 'undoBids',
        path: '/campaigns/bids/undo',
        summary: 'Take a change of bids back where it still stands',
        body: body('CampaignBidsUndo', campaignBidsUndo),
        example: { changed: [{ id: 'c_101z', before_micros: 2_500_000, after_micros: 2_750_000 }] },
        answer: bidsAnswer,
      },
      async ({ user, req, body: undo }) =>
        inLanguage(req, await bulk.undoBids(user.id, undo, handOf({ user, req }))),
    ),
    operation(
      {
        ...shared,
        id: 'cloneCampaign',
        path: '/campaigns/{id}/clone',
        summary: 'Make a draft with everything that a campaign has',
        status: 201,
        params: idParams,
        body: body('CampaignClone', campaignClone),
        example: { name: 'Winter shells, second try' },
        answer: named('Campaign', campaign),
      },
      ({ user, req, params, body: input }) =>
        bulk.clone(user.id, params.id, input, {
          key: req.get('Idempotency-Key') === undefined ? undefined : idempotencyKey(req),
          by: handOf({ user, req }),
        }),
    ),
  ];
}
