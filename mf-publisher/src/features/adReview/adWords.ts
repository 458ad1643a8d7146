import type { AdReviewAd, AdReviewReason, Asset } from '@ezdash/contracts';
import { sizeText } from '@ezdash/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Blocked } from './useBlocking';

/** What an ad says first. */
export function adTitle(asset: Asset, alt: string): string {
  if (asset.format === 'native') return asset.parts.title;
  if (asset.format === 'text') return asset.parts.headline;
  return alt;
}

/** How ads and what is blocked of them are called. */
export function useAdWords() {
  const { t } = useTranslation(['publisher', 'ui']);
  return useMemo(() => {
    const title = ({ id, asset, alt }: Pick<AdReviewAd, 'id' | 'asset' | 'alt'>) => adTitle(asset, alt) || id;
    const advertiser = ({ advertiser: { name }, domain }: AdReviewAd) =>
      name ?? domain ?? t('adReview.noName');
    return {
      title,
      advertiser,
      category: (category: AdReviewAd['category']) =>
        category === null ? t('adReview.noCategory') : t(`ui:category.${category}`),
      /** "Image · 300×250" */
      shape: ({ format, width, height }: Asset) => {
        const name = t(`adReview.format.${format}`);
        return width === 0 ? name : `${name} · ${sizeText({ width, height })}`;
      },
      /** All that can be blocked of an ad. */
      blockable: (ad: AdReviewAd): Blocked[] => [
        { kind: 'creative', value: ad.id, name: title(ad) },
        { kind: 'advertiser', value: ad.advertiser.id, name: advertiser(ad) },
        ...(ad.domain === null ? [] : [{ kind: 'domain', value: ad.domain, name: ad.domain } as const]),
        ...(ad.category === null
          ? []
          : [{ kind: 'category', value: ad.category, name: t(`ui:category.${ad.category}`) } as const]),
      ],
      /** Of so many properties an ad, or something of it, is blocked on some. */
      blockedState: (count: number, total: number) =>
        count === total ? t('adReview.isBlocked') : t('adReview.blockedOnSome', { count, total }),
      reason: ({ kind, value }: AdReviewReason) =>
        kind === 'domain'
          ? t('adReview.by.domain', { domain: value ?? '' })
          : t(`adReview.by.${kind === 'category' && value === null ? 'noCategory' : kind}`),
    };
  }, [t]);
}
