import type { AdReviewAd } from '@ezdash/contracts';
import { Drawer, useFormat } from '@ezdash/ui';
import { CreativeView } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { AdActs } from './AdActs';
import styles from './adReview.module.css';
import type { AdScope } from './adScope';
import { useAdWords } from './adWords';
import { BlockProblemNotice } from './BlockProblemNotice';
import type { Blocking } from './useBlocking';

/** Room for the ad in the drawer, in CSS pixels. */
const MOST = { width: 472, height: 320 };

interface AdDrawerProps {
  ad: AdReviewAd | null;
  scope: AdScope;
  blocking: Blocking;
  onClose: () => void;
}

function Preview({ ad }: { ad: AdReviewAd }) {
  const { t } = useTranslation('publisher');
  const { asset, alt } = ad;
  const fit = Math.min(1, MOST.width / Math.max(1, asset.width), MOST.height / Math.max(1, asset.height));
  return (
    <div className={styles.stage}>
      <CreativeView
        asset={asset}
        alt={alt}
        width={Math.round(asset.width * fit)}
        broken={<span className="ez-dim">{t('adReview.gone')}</span>}
      />
    </div>
  );
}

function Facts({ ad }: { ad: AdReviewAd }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const words = useAdWords();
  const facts = [
    [t('adReview.advertiser'), ad.advertiser.name ?? t('adReview.noName')],
    [t('adReview.leadsTo'), ad.domain ?? '–'],
    [t('adReview.category'), words.category(ad.category)],
    [t('adReview.shape'), words.shape(ad.asset)],
    [t('adReview.impressions'), format.count(ad.impressions)],
    [t('adReview.clicks'), format.count(ad.clicks)],
    [t('adReview.earned'), format.money(ad.earnings_micros)],
    [t('adReview.lastShown'), format.dateTime(ad.last_shown_at)],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An ad as visitors see it, what it brought, and what of it is not to be shown again. */
export function AdDrawer({ ad, scope, blocking, onClose }: AdDrawerProps) {
  const words = useAdWords();
  return (
    <Drawer opened={ad !== null} onClose={onClose} title={ad === null ? '' : words.title(ad)}>
      {ad === null ? null : (
        <div className="ez-stack">
          <Preview ad={ad} />
          <Facts ad={ad} />
          <BlockProblemNotice problem={blocking.problem} />
          {scope.places.length > 0 ? <AdActs key={ad.id} ad={ad} scope={scope} blocking={blocking} /> : null}
        </div>
      )}
    </Drawer>
  );
}
