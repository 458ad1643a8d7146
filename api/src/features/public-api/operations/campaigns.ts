import {
  campaign,
  campaignAction,
  campaignActionAnswer,
  campaignCursorPage,
  campaignCursorQuery,
  campaignEstimate,
  campaignFilter,
  campaignGroup,
  campaignInput,
  campaignUpdate,
  changedCampaign,
  creativeList,
  creativeListInput,
  estimateInput,
  pricing,
} from '@ezdash/contracts';
import type { z } from 'zod';
import { translateMessage } from '../../../locales';
import type { Clock } from '../../../platform/clock';
import { requestLocale } from '../../../platform/http';
import type { CampaignsFeature } from '../../campaigns';
import type { EstimateService } from '../../estimates';
import { periodOf, periodQuery, singleDay } from '../../figures';
import { handOf } from '../handOf';
import { body, idParams, named, type Operation, operation } from '../operation';
import { linkNext } from '../pages';

const CREATIVE = { asset_id: 'a_101z', name: 'Winter, wide', alt: 'A snowy field' };
const CAMPAIGN = {
  name: 'Winter shells',
  pricing: 'CPM',
  bid_micros: 3_400_000,
  daily_budget_micros: 50_000_000,
  total_budget_micros: null,
  pacing: 'even',
  landing_url: 'https://example.com/shells?click={click_id}',
  starts_at: null,
  ends_at: null,
  targeting: {
    countries: { include: ['DE', 'AT'], exclude: [] },
    os: { include: [{ name: 'ios', min: '17', max: null }], exclude: [] },
    keywords: { include: [], exclude: ['accident'] },
    hours: { timezone: 'Europe/Berlin', hours: [8, 9, 10, 11] },
  },
  frequency_cap: { count: 3, seconds: 86_400 },
  bidding: 'max',
  impression_limit: null,
  category: 'style',
  creatives: [],
  submit: false,
};
const CAMPAIGN_ANSWER = named('Campaign', campaign);

const listQuery = periodQuery.extend({
  ...campaignCursorQuery.shape,
  /** A segment of the list in the app; without one all campaigns, archived ones too. */
  group: campaignGroup.optional(),
  pricing: pricing.optional(),
  state: campaignFilter.shape.state,
  format: campaignFilter.shape.format,
  /** Words of the name, or an id. */
  q: campaignFilter.shape.q.unwrap().optional(),
});

/** Nothing filtered is the list as it always was. */
function filterOf({ group, pricing: paid, state, format, q = '' }: z.output<typeof listQuery>) {
  if (!group && !paid && !state && !format && !q) return undefined;
  return { group, pricing: paid, state, format, q };
}

type Deps = Pick<CampaignsFeature, 'campaigns' | 'actions' | 'list'> & {
  estimates: EstimateService;
  clock: Clock;
};

function campaignReads({ campaigns, list, clock }: Deps): Operation[] {
  const shared = { tag: 'Campaigns', role: 'advertiser', scope: 'read' } as const;
  return [
    operation(
      {
        ...shared,
        id: 'listCampaigns',
        method: 'get',
        path: '/campaigns',
        summary:
          'Campaigns with their figures of the period, newest first; at most 500, and a cursor for the rest, also in the header Link',
        query: listQuery,
        linksNext: true,
        answer: named('CampaignList', campaignCursorPage),
      },
      async ({ query, user, req, res }) => {
        const page = await list.after(user.id, periodOf(query, clock.now()), {
          limit: query.limit,
          cursor: query.cursor,
          filter: filterOf(query),
        });
        linkNext({ req, res }, page.next_cursor);
        return page;
      },
    ),
    operation(
      {
        ...shared,
        id: 'getCampaign',
        method: 'get',
        path: '/campaigns/{id}',
        summary: 'One campaign with its figures of the period',
        params: idParams,
        query: periodQuery,
        answer: CAMPAIGN_ANSWER,
      },
      ({ params, query, user }) => campaigns.get(user.id, params.id, periodOf(query, clock.now())),
    ),
    operation(
      {
        ...shared,
        id: 'listCreatives',
        method: 'get',
        path: '/campaigns/{id}/creatives',
        summary: 'The creatives of a campaign and what the review said of them',
        params: idParams,
        answer: named('CreativeList', creativeList),
      },
      async ({ params, user }) => {
        const { creatives } = await campaigns.get(user.id, params.id, singleDay(clock.now()));
        return { creatives };
      },
    ),
  ];
}

function campaignChanges({ campaigns, clock }: Deps): Operation[] {
  const shared = { tag: 'Campaigns', role: 'advertiser', scope: 'write' } as const;
  return [
    operation(
      {
        ...shared,
        id: 'createCampaign',
        method: 'post',
        path: '/campaigns',
        summary: 'Make a campaign: a draft, or in review at once',
        status: 201,
        body: body('CampaignInput', campaignInput),
        example: CAMPAIGN,
        answer: CAMPAIGN_ANSWER,
      },
      (context) => campaigns.create(context.user.id, context.body, handOf(context)),
    ),
    operation(
      {
        ...shared,
        id: 'updateCampaign',
        method: 'patch',
        path: '/campaigns/{id}',
        summary: 'Change a campaign; only the fields that are sent',
        params: idParams,
        query: periodQuery,
        body: body('CampaignUpdate', campaignUpdate),
        example: { bid_micros: 4_000_000 },
        answer: named('ChangedCampaign', changedCampaign),
      },
      (context) =>
        campaigns.change(
          context.user.id,
          context.params.id,
          context.body,
          periodOf(context.query, clock.now()),
          handOf(context),
        ),
    ),
    operation(
      {
        ...shared,
        id: 'replaceCreatives',
        method: 'put',
        path: '/campaigns/{id}/creatives',
        summary: 'Make these the creatives of a campaign; those left out are archived',
        params: idParams,
        body: body('CreativeListInput', creativeListInput),
        example: { creatives: [CREATIVE] },
        answer: named('CreativeList', creativeList),
      },
      async ({ user, params, body: change, req }) => {
        const today = singleDay(clock.now());
        const { creatives } = await campaigns.update(
          user.id,
          params.id,
          change,
          today,
          handOf({ user, req }),
        );
        return { creatives };
      },
    ),
  ];
}

function campaignActions({ actions }: Deps): Operation {
  return operation(
    {
      id: 'actOnCampaigns',
      method: 'post',
      path: '/campaigns/actions',
      tag: 'Campaigns',
      summary: 'Pause, resume, submit or archive several campaigns',
      scope: 'write',
      role: 'advertiser',
      body: body('CampaignAction', campaignAction),
      example: { ids: ['c_101z'], action: 'pause' },
      answer: named('CampaignActionAnswer', campaignActionAnswer),
    },
    async ({ user, req, body: action }) => {
      const { changed, refused } = await actions.act(user.id, action, handOf({ user, req }));
      const locale = requestLocale(req);
      return {
        changed,
        refused: refused.map(({ id, message }) => ({ id, message: translateMessage(locale, message) })),
      };
    },
  );
}

/** A POST, for a targeting is longer than an address may be; it changes nothing. */
function campaignEstimates({ estimates }: Deps): Operation {
  return operation(
    {
      id: 'estimateCampaign',
      method: 'post',
      path: '/campaigns/estimate',
      tag: 'Campaigns',
      summary: 'What a campaign could have reached, won and paid in the last days; nothing is stored',
      scope: 'read',
      role: 'advertiser',
      body: body('EstimateInput', estimateInput),
      example: {
        targeting: { countries: { include: ['DE', 'AT'], exclude: [] } },
        places: [{ kind: 'banner', width: 300, height: 250 }],
        pricing: 'CPM',
        bid_micros: 3_400_000,
        daily_budget_micros: 50_000_000,
      },
      answer: named('CampaignEstimate', campaignEstimate),
    },
    ({ user, body: asked }) => estimates.estimate(user.id, asked),
  );
}

export function campaignOperations(deps: Deps): Operation[] {
  return [...campaignReads(deps), ...campaignChanges(deps), campaignActions(deps), campaignEstimates(deps)];
}
