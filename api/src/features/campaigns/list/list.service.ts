import {
  CAMPAIGN_GROUP_STATES,
  CAMPAIGN_GROUPS,
  CAMPAIGNS,
  type Campaign,
  type CampaignGroup,
  type CampaignIds,
  type CampaignList,
  type CampaignPage,
  type CampaignPageQuery,
  type CampaignSetQuery,
  type CampaignState,
  publicId,
} from '@ezdash/contracts';
import type { Db } from '../../../platform/db';
import { BadRequestError } from '../../../platform/errors';
import {
  addDelivery,
  balanceOf,
  deliveryByCampaign,
  type Period,
  periodOf,
  publicRowId,
  spendableOf,
} from '../../figures';
import { readCampaigns } from '../campaigns.readModel';
import { findHalts } from '../campaigns.repo';
import type { CampaignDeps } from '../campaigns.service';
import { findIds, findIdsBelow, findPage } from './list.repo';
import type { ListFilter, ListScope } from './listSql';

export type CampaignCursorPage = CampaignList & { next_cursor: string | null };

export interface CampaignListService {
  /** A window of the filtered and ordered list, with counts of the segments and totals of all that match. */
  page(advertiserId: number, query: CampaignPageQuery): Promise<CampaignPage>;
  /** The ids of all that match, in their order, `CAMPAIGNS.most` of them at most. */
  ids(advertiserId: number, query: CampaignSetQuery): Promise<CampaignIds>;
  /**
   * All that match with their figures, a part at a time. In their order up to `CAMPAIGNS.most`; more, which only archived
   * campaigns can be, come newest first: an order by what changes meanwhile would lose rows between two reads.
   */
  each(advertiserId: number, query: CampaignSetQuery): AsyncGenerator<Campaign[]>;
  /**
   * Newest first, so many from behind a cursor on; without a filter archived ones too. Totals are of all campaigns.
   * @throws BadRequestError for a cursor that no answer gave out
   */
  after(
    advertiserId: number,
    period: Period,
    page: { limit: number; cursor?: string; filter?: ListFilter },
  ): Promise<CampaignCursorPage>;
}

const AT_ONCE = 200;
const NEWEST_FIRST = { sort: 'id', direction: 'descending' } as const;

const isIn = (group: CampaignGroup, state: CampaignState): boolean =>
  group === 'all'
    ? state !== 'archived'
    : (CAMPAIGN_GROUP_STATES[group] as readonly CampaignState[]).includes(state);

function countGroups(states: Partial<Record<CampaignState, number>>): Record<CampaignGroup, number> {
  const counts = Object.fromEntries(CAMPAIGN_GROUPS.map((group) => [group, 0])) as Record<
    CampaignGroup,
    number
  >;
  for (const [state, count] of Object.entries(states) as [CampaignState, number][])
    for (const group of CAMPAIGN_GROUPS) if (isIn(group, state)) counts[group] += count;
  return counts;
}

export function createCampaignList(
  { db, clock, paceLine }: CampaignDeps,
  { mostIds = CAMPAIGNS.most }: { mostIds?: number } = {},
): CampaignListService {
  async function scopeOf(advertiserId: number, period: Period, now: Date): Promise<ListScope> {
    const balance = await balanceOf(db, advertiserId);
    const halts = await findHalts(db, [advertiserId]);
    return { advertiserId, period, now, balanceMicros: spendableOf(balance), halted: halts.size > 0 };
  }

  /** The campaigns of these rows, in this order. */
  async function read(from: Db, advertiserId: number, ids: readonly number[], period: Period, now: Date) {
    if (ids.length === 0) return [];
    const views = await readCampaigns(from, { advertiserId, ids }, period, now, paceLine);
    const byRow = new Map(views.map((view) => [view.id, view.campaign]));
    return ids.flatMap((id) => byRow.get(id) ?? []);
  }

  /** The ids of all that match; no more than `mostIds` are held at a time. */
  async function* eachIds(scope: ListScope, query: CampaignSetQuery): AsyncGenerator<number[]> {
    const ordered = await findIds(db, scope, query, query, { most: mostIds + 1 });
    if (ordered.length <= mostIds) {
      yield ordered;
      return;
    }
    let below: number | null = null;
    for (;;) {
      const ids: number[] = await findIds(db, scope, query, NEWEST_FIRST, { below, most: mostIds });
      yield ids;
      below = ids.at(-1) ?? null;
      if (ids.length < mostIds) return;
    }
  }

  return {
    async page(advertiserId, query) {
      const now = clock.now();
      const period = periodOf(query, now);
      const { ids, states, totals } = await findPage(
        db,
        await scopeOf(advertiserId, period, now),
        query,
        query,
      );
      const {
        total,
        pricings,
        converting_spend_micros,
        converting_conversions,
        archived_count,
        archived_spend_micros,
        ...sums
      } = totals;
      const [only = null, ...others] = pricings ?? [];
      return {
        campaigns: await read(db, advertiserId, ids, period, now),
        offset: query.offset,
        total,
        counts: countGroups(states ?? {}),
        totals: {
          ...sums,
          converting: { spend_micros: converting_spend_micros, conversions: converting_conversions },
          pricing: others.length === 0 ? only : null,
          has_cpa: pricings?.includes('CPA') ?? false,
          archived:
            query.group === 'all' ? { count: archived_count, spend_micros: archived_spend_micros } : null,
        },
        from: period.from,
        to: period.to,
      };
    },

    async ids(advertiserId, query) {
      const now = clock.now();
      const scope = await scopeOf(advertiserId, periodOf(query, now), now);
      const ids = await findIds(db, scope, query, query, { most: mostIds });
      return { ids: ids.map((id) => publicId('campaign', id)) };
    },

    async *each(advertiserId, query) {
      const now = clock.now();
      const period = periodOf(query, now);
      for await (const ids of eachIds(await scopeOf(advertiserId, period, now), query))
        for (let from = 0; from < ids.length; from += AT_ONCE)
          yield await read(db, advertiserId, ids.slice(from, from + AT_ONCE), period, now);
    },

    async after(advertiserId, period, { limit, cursor, filter }) {
      const below = cursor === undefined ? null : publicRowId('campaign', cursor);
      if (cursor !== undefined && below === null)
        throw new BadRequestError('This cursor is from no answer of ours', 'BAD_CURSOR');
      const now = clock.now();
      const place = { below, most: limit + 1 };
      const ids = filter
        ? await findIds(db, await scopeOf(advertiserId, period, now), filter, NEWEST_FIRST, place)
        : await findIdsBelow(db, advertiserId, place);
      const here = ids.slice(0, limit);
      const last = here.at(-1);
      const delivered = await deliveryByCampaign(db, [advertiserId], period);
      return {
        campaigns: await read(db, advertiserId, here, period, now),
        totals: addDelivery(delivered.values()),
        from: period.from,
        to: period.to,
        next_cursor: ids.length > here.length && last !== undefined ? publicId('campaign', last) : null,
      };
    },
  };
}
