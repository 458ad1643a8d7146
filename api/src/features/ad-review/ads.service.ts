import {
  AD_REVIEW_PAGE,
  type AdReviewAd,
  type AdReviewList,
  type AdReviewQuery,
  type AdReviewSort,
  CATEGORIES,
  publicId,
} from '@ezdash/contracts';
import { toNumber } from '../../platform/db';
import { NotFoundError, ValidationError } from '../../platform/errors';
import { asOwner } from '../creatives';
import { periodOf, publicRowId } from '../figures';
import { advertiserDomain, parseLanding } from '../serving';
import { presentAdvertiser, presentSeen } from './adReview.presenter';
import * as repo from './ads.repo';
import { type BlockList, blockedBy, blockList } from './blockedBy';
import * as blocksRepo from './blocks.repo';
import type { AdReviewDeps } from './blocks.service';

export interface AdsService {
  /** The ads that ran on a publisher's properties in a period, a page at a time. */
  list(publisherId: number, query: AdReviewQuery): Promise<AdReviewList>;
}

/** An ad without what it shows, which is read for those of the page alone. */
type Ran = Omit<AdReviewAd, 'asset' | 'alt'> & { creativeId: number };

const VALUES: Readonly<Record<AdReviewSort, (ad: Ran) => number>> = {
  earnings: (ad) => ad.earnings_micros,
  impressions: (ad) => ad.impressions,
  last_shown: (ad) => Date.parse(ad.last_shown_at),
};

const wrongCursor = () => new ValidationError({ cursor: ['This is no cursor of this list'] });

/** Where a page ends: by what is sorted, its last value and the number behind it. */
function placeOf(cursor: string, sort: AdReviewSort): { value: number; id: number } {
  const [of, value, id] = cursor.split('.');
  if (of !== sort || !/^-?\d{1,16}$/.test(value ?? '') || !/^\d{1,10}$/.test(id ?? '')) throw wrongCursor();
  return { value: Number(value), id: Number(id) };
}

/** The most first; of the same the newer creative. */
function pageOf(ads: readonly Ran[], { sort = 'earnings', cursor, limit }: AdReviewQuery) {
  const figureOf = VALUES[sort];
  const ordered = ads.toSorted((a, b) => figureOf(b) - figureOf(a) || b.creativeId - a.creativeId);
  const last = cursor === undefined ? null : placeOf(cursor, sort);
  const behind =
    last === null
      ? ordered
      : ordered.filter(
          (ad) => figureOf(ad) < last.value || (figureOf(ad) === last.value && ad.creativeId < last.id),
        );
  const page = behind.slice(0, limit ?? AD_REVIEW_PAGE.usual);
  const end = page.at(-1);
  const isLast = end === undefined || page.length === behind.length;
  return { page, next: isLast ? null : `${sort}.${figureOf(end)}.${end.creativeId}` };
}

function suits(ad: Ran, { advertiser, category, blocked }: AdReviewQuery): boolean {
  if (advertiser !== undefined && ad.advertiser.id !== advertiser) return false;
  if (category !== undefined && (ad.category ?? 'none') !== category) return false;
  return blocked === undefined || ad.blocked_on.length > 0 === (blocked === 'yes');
}

/** By name, the nameless last. */
function advertisersOf(ads: readonly Ran[]) {
  const all = new Map(ads.map(({ advertiser }) => [advertiser.id, advertiser]));
  const byName = new Intl.Collator('en').compare;
  return [...all.values()].sort(
    (a, b) =>
      Number(a.name === null) - Number(b.name === null) ||
      byName(a.name ?? '', b.name ?? '') ||
      (a.id < b.id ? -1 : 1),
  );
}

export function createAdsService({ db, clock, previews = asOwner }: AdReviewDeps): AdsService {
  async function whereOf(publisherId: number, { property, zone }: AdReviewQuery): Promise<repo.Where> {
    const propertyId = property === undefined ? null : publicRowId('property', property);
    const zoneId = zone === undefined ? null : publicRowId('zone', zone);
    if (property !== undefined) {
      const found = propertyId === null ? [] : await blocksRepo.findOwn(db, publisherId, [propertyId]);
      if (found.length === 0) throw new NotFoundError('No such property');
    }
    if (zone !== undefined && (zoneId === null || !(await repo.isOwnZone(db, publisherId, zoneId))))
      throw new NotFoundError('No such zone');
    return { propertyId, zoneId };
  }

  async function listsOf(publisherId: number, propertyId: number | null): Promise<Map<number, BlockList>> {
    const entries = await blocksRepo.findInForce(db, publisherId, propertyId);
    const ids = new Set(entries.map((entry) => entry.propertyId));
    return new Map([...ids].map((id) => [id, blockList(entries.filter((entry) => entry.propertyId === id))]));
  }

  function present(row: repo.RanRow, lists: ReadonlyMap<number, BlockList>): Ran {
    const { creative_id: creativeId, advertiser_id: advertiserId, category } = row;
    const domain = advertiserDomain(row.landing_url === null ? null : parseLanding(row.landing_url));
    const ad = { creativeId, advertiserId, category, domain };
    return {
      id: publicId('creative', creativeId),
      creativeId,
      advertiser: presentAdvertiser(advertiserId, row.company_name),
      domain: domain === '' ? null : domain,
      category: CATEGORIES.find((name) => name === category) ?? null,
      impressions: toNumber(row.impressions),
      viewables: toNumber(row.viewables),
      clicks: toNumber(row.clicks),
      earnings_micros: toNumber(row.earnings_micros),
      last_shown_at: row.last_shown_at.toISOString(),
      blocked_on: [...lists].flatMap(([id, list]) => {
        const reasons = blockedBy(list, ad);
        return reasons.length === 0 ? [] : [{ property_id: publicId('property', id), reasons }];
      }),
    };
  }

  return {
    async list(publisherId, query) {
      const period = periodOf(query, clock.now());
      const where = await whereOf(publisherId, query);
      const lists = await listsOf(publisherId, where.propertyId);
      // Some thousand at the most: whether one is blocked depends on lists of several properties, and is told here.
      const all = (await repo.findRan(db, publisherId, period, where)).map((row) => present(row, lists));
      const found = all.filter((ad) => suits(ad, query));
      const { page, next } = pageOf(found, query);
      const seen = await repo.findSeen(
        db,
        page.map(({ creativeId }) => creativeId),
      );
      const shown = new Map(seen.map((row) => [row.creative_id, row]));
      const signed = await previews.createSigner(seen.map(presentSeen), 'preview');
      const ads = page.flatMap(({ creativeId, ...ad }) => {
        const row = shown.get(creativeId);
        return row ? [{ ...ad, asset: signed(presentSeen(row)), alt: row.alt }] : [];
      });
      return { ads, count: found.length, advertisers: advertisersOf(all), next_cursor: next };
    },
  };
}
