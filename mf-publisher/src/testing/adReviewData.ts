import type { AdReviewAd, AdReviewList, PropertyBlock, PropertyBlocks } from '@ezdash/contracts';

export function makeAd(change: Partial<AdReviewAd> = {}): AdReviewAd {
  return {
    id: 'cr_1001',
    asset: {
      id: 'a_1001',
      format: 'image',
      url: '/creatives/shoes.png',
      content_type: 'image/png',
      bytes: 12_000,
      width: 300,
      height: 250,
      parts: null,
    },
    alt: 'Shoes for everybody',
    advertiser: { id: 'av_1001', name: 'Shoes Ltd' },
    domain: 'sale.shop.example',
    category: 'style',
    impressions: 12_000,
    viewables: 9_000,
    clicks: 40,
    earnings_micros: 31_200_000,
    last_shown_at: '2026-11-21T13:00:00Z',
    blocked_on: [],
    ...change,
  };
}

export const makeAds = (ads: AdReviewAd[], next: string | null = null): AdReviewList => ({
  ads,
  count: ads.length,
  advertisers: [...new Map(ads.map(({ advertiser }) => [advertiser.id, advertiser])).values()],
  next_cursor: next,
});

export function makeBlock(change: Partial<PropertyBlock> = {}): PropertyBlock {
  return {
    id: 'bl_1001',
    kind: 'domain',
    value: 'shop.example',
    advertiser: null,
    asset: null,
    alt: null,
    created_at: '2026-11-20T09:00:00Z',
    created_by: 'Ada',
    removed_at: null,
    removed_by: null,
    ...change,
  };
}

export const makeBlocks = (change: Partial<PropertyBlocks> = {}): PropertyBlocks => ({
  blocks: [],
  history: [],
  categories: [],
  ...change,
});
