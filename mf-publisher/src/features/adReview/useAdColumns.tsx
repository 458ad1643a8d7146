import type { AdReviewAd } from '@ezdash/contracts';
import {
  creativePicture,
  creativeShape,
  decimalOfMicros,
  SlotThumb,
  Status,
  UnstyledButton,
  useFormat,
} from '@ezdash/ui';
import type { Column } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './adReview.module.css';
import { type AdScope, blockedOn, reasonsOf } from './adScope';
import { useAdWords } from './adWords';

interface AdColumnsOptions {
  scope: AdScope;
  onOpen: (ad: AdReviewAd) => void;
}

/** An ad with its picture, whose it is, whether it may run, and what it brought. */
export function useAdColumns({ scope, onOpen }: AdColumnsOptions): Column<AdReviewAd>[] {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const words = useAdWords();
  return useMemo(() => {
    const stateOf = (ad: AdReviewAd) => {
      const count = blockedOn(ad, scope.places).length;
      return count === 0 ? t('adReview.mayRun') : words.blockedState(count, scope.places.length);
    };
    return [
      {
        key: 'ad',
        header: t('adReview.ad'),
        phone: 'title',
        cell: (ad) => (
          <span className="ez-name">
            <SlotThumb size={creativeShape(ad.asset)} image={creativePicture(ad.asset)} box={36} />
            <span>
              <UnstyledButton className={styles.open} onClick={() => onOpen(ad)}>
                <bdi>{words.title(ad)}</bdi>
              </UnstyledButton>
              <small>
                <bdi>{words.shape(ad.asset)}</bdi> · {words.category(ad.category)}
              </small>
            </span>
          </span>
        ),
        csv: (ad) => words.title(ad),
      },
      {
        key: 'advertiser',
        header: t('adReview.advertiser'),
        cell: (ad) => (
          <span className={styles.two}>
            <bdi>{words.advertiser(ad)}</bdi>
            {ad.advertiser.name !== null && ad.domain !== null ? (
              <small>
                <bdi>{ad.domain}</bdi>
              </small>
            ) : null}
          </span>
        ),
        csv: (ad) => words.advertiser(ad),
      },
      {
        key: 'state',
        header: t('adReview.state'),
        phone: 'badge',
        cell: (ad) => {
          const reasons = reasonsOf(blockedOn(ad, scope.places));
          return reasons.length === 0 ? (
            <Status state="active" label={stateOf(ad)} plain />
          ) : (
            <Status
              state="cancelled"
              label={stateOf(ad)}
              plain
              stacked
              reason={reasons.map((reason) => words.reason(reason)).join(', ')}
            />
          );
        },
        csv: stateOf,
      },
      {
        key: 'impressions',
        header: t('adReview.impressions'),
        numeric: true,
        cell: (ad) => format.count(ad.impressions),
        csv: (ad) => ad.impressions,
      },
      {
        key: 'viewable',
        header: t('adReview.viewable'),
        numeric: true,
        cell: (ad) => format.percent(ad.viewables / Math.max(1, ad.impressions), 1),
        csv: (ad) => ad.viewables,
      },
      {
        key: 'clicks',
        header: t('adReview.clicks'),
        numeric: true,
        cell: (ad) => format.count(ad.clicks),
        csv: (ad) => ad.clicks,
      },
      {
        key: 'earned',
        header: t('adReview.earned'),
        numeric: true,
        cell: (ad) => <b>{format.money(ad.earnings_micros)}</b>,
        csv: (ad) => decimalOfMicros(ad.earnings_micros),
      },
      {
        key: 'last',
        header: t('adReview.lastShown'),
        numeric: true,
        cell: (ad) => format.dateTime(ad.last_shown_at),
        csv: (ad) => ad.last_shown_at,
      },
    ];
  }, [t, format, words, scope, onOpen]);
}
