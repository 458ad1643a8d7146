import type { AdReviewAd } from '@ezdash/contracts';
import { Button, Drawer, SegmentedControl, Status, useFormat } from '@ezdash/ui';
import { CreativeView } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './adReview.module.css';
import { useAdWords } from './adWords';
import { BlockProblemNotice } from './BlockProblemNotice';
import type { Blocked, Blocking } from './useBlocking';

/** Room for the ad in the drawer, in CSS pixels. */
const MOST = { width: 472, height: 320 };

interface AdDrawerProps {
  ad: AdReviewAd | null;
  propertyId: string;
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

interface ActProps extends Omit<AdDrawerProps, 'ad' | 'onClose'> {
  ad: AdReviewAd;
}

/** What of the ad is blocked, each with the way there or back. */
function Acts({ ad, propertyId, blocking }: ActProps) {
  const { t } = useTranslation('publisher');
  const words = useAdWords();
  const [everywhere, setEverywhere] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const reasons = ad.blocked_on.find(({ property_id: id }) => id === propertyId)?.reasons ?? [];
  const run = async (what: Blocked, isBlocked: boolean) => {
    setBusy(what.kind);
    await blocking[isBlocked ? 'unblock' : 'block'](what, everywhere ? null : [propertyId]);
    setBusy(null);
  };
  const parents = reasons.flatMap(({ kind, value }): Blocked[] =>
    kind === 'domain' && value !== null && value !== ad.domain ? [{ kind, value, name: value }] : [],
  );
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('adReview.where')}
        value={everywhere ? 'all' : 'here'}
        onChange={(value) => setEverywhere(value === 'all')}
        data={[
          { value: 'here', label: t('adReview.here') },
          { value: 'all', label: t('adReview.all') },
        ]}
      />
      <ul className={styles.acts}>
        {[...words.blockable(ad), ...parents].map((what) => {
          const isBlocked = reasons.some(({ kind, value }) => kind === what.kind && value === what.value);
          return (
            <li key={`${what.kind} ${what.value}`}>
              <span>
                <b>{t(`adReview.kind.${what.kind}`)}</b>
                <small>
                  <bdi>{what.name}</bdi>
                </small>
              </span>
              {isBlocked ? <Status state="cancelled" label={t('adReview.isBlocked')} plain /> : null}
              <Button
                variant="default"
                loading={busy === what.kind}
                aria-label={t(isBlocked ? 'adReview.allowNamed' : 'adReview.blockNamed', { name: what.name })}
                onClick={() => void run(what, isBlocked)}
              >
                {t(isBlocked ? 'adReview.allow' : 'adReview.block')}
              </Button>
            </li>
          );
        })}
      </ul>
      {reasons.some(({ kind, value }) => kind === 'category' && value === null) ? (
        <p className="ez-dim">{t('adReview.noCategoryBlocked')}</p>
      ) : null}
    </>
  );
}

/** An ad as visitors see it, what it brought, and what of it is not to be shown again. */
export function AdDrawer({ ad, propertyId, blocking, onClose }: AdDrawerProps) {
  const words = useAdWords();
  return (
    <Drawer opened={ad !== null} onClose={onClose} title={ad === null ? '' : words.title(ad)}>
      {ad === null ? null : (
        <div className="ez-stack">
          <Preview ad={ad} />
          <Facts ad={ad} />
          <BlockProblemNotice problem={blocking.problem} />
          <Acts ad={ad} propertyId={propertyId} blocking={blocking} />
        </div>
      )}
    </Drawer>
  );
}
