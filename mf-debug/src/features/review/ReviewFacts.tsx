import type { Campaign } from '@ezdash/contracts';
import { countryName, IconExternalLink, Status, useFormat } from '@ezdash/ui';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Review } from './queue';
import styles from './review.module.css';
import { useDuration } from './useDuration';

/** The landing page as people say it, without scheme; the whole address is in the link. */
function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

function LandingLink({ url }: { url: string }) {
  const { t } = useTranslation('debug');
  return (
    <a href={url} target="_blank" rel="noreferrer" dir="ltr">
      {shortAddress(url)} <IconExternalLink size={13} role="img" aria-label={t('review.opensOutside')} />
    </a>
  );
}

/** What a campaign asks for, as rows of name and value. */
function useCampaignRows(campaign: Campaign): [string, ReactNode][] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const duration = useDuration();

  const { countries, devices, frequency_cap: cap, starts_at: start, ends_at: end } = campaign;
  const where =
    countries.length > 0 ? countries.map((code) => countryName(code, format.locale)).join(', ') : null;
  const on = devices.length > 0 ? devices.map((device) => t(`review.device.${device}`)).join(', ') : null;
  const budget = [
    t('review.perDay', { amount: format.money(campaign.daily_budget_micros) }),
    campaign.total_budget_micros === null
      ? null
      : t('review.inTotal', { amount: format.money(campaign.total_budget_micros) }),
  ];
  const schedule = [
    start && t('review.from', { date: format.dateTime(start) }),
    end && t('review.until', { date: format.dateTime(end) }),
  ].filter(Boolean);
  const rows: [string, ReactNode][] = [
    [t('review.runsOn'), `${where ?? t('review.everyCountry')} · ${on ?? t('review.everyDevice')}`],
    [t('review.bid'), `${format.money(campaign.bid_micros, { digits: [2, 4] })} ${campaign.pricing}`],
    [t('review.budget'), budget.filter(Boolean).join(', ')],
  ];
  if (cap) {
    const text = t('review.capText', { count: cap.count, duration: duration(cap.seconds * 1_000) });
    rows.push([t('review.cap'), text]);
  }
  if (schedule.length > 0) rows.push([t('review.schedule'), schedule.join(', ')]);
  return rows;
}

/** Who asks, for what, and where the ad leads. */
export function ReviewFacts({ review, nowMs }: { review: Review; nowMs: number }) {
  const { t } = useTranslation('debug');
  const duration = useDuration();
  const { campaign, advertiser, submitted_at } = review;
  const record =
    advertiser.decided > 0
      ? t('review.record', { approved: advertiser.approved, decided: advertiser.decided })
      : t('review.firstReview');
  const alts = new Set(campaign.creatives.map(({ alt }) => alt).filter(Boolean));
  const rows: [string, ReactNode][] = [
    [
      t('review.advertiser'),
      `${advertiser.name} (${advertiser.email}), ${advertiser.account_type}, ${record}`,
    ],
    [t('review.landing'), <LandingLink key="landing" url={campaign.landing_url} />],
    ...useCampaignRows(campaign),
    [t('review.alt'), [...alts].join(' · ') || t('review.noAlt')],
  ];
  return (
    <div className={styles.facts}>
      <div className={styles.factsTitle}>
        <h2>{campaign.name}</h2>
        <Status state="inReview" reason={duration(nowMs - Date.parse(submitted_at))} />
      </div>
      <dl>
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}
