import type { Campaign } from '@ezdash/contracts';
import { Button, IconExternalLink, Notice, Status, useFormat } from '@ezdash/ui';
import { useTargetingRules } from '@ezdash/ui/data';
import { Fragment, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Review } from './queue';
import { useDebugCheckLandingMutation } from './review.api';
import styles from './review.module.css';
import { useDuration } from './useDuration';

type Row = [name: string, value: ReactNode];

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

/** When the landing page was checked and where it led, and a way to check it now. One that nobody has checked is. */
function LandingChecked({ campaign: { id }, landing }: Review) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const [check, { isLoading, isUninitialized }] = useDebugCheckLandingMutation();
  const isUnknown = !landing;
  useEffect(() => {
    if (isUnknown && isUninitialized) void check(id);
  }, [isUnknown, isUninitialized, check, id]);
  const time = landing ? format.dateTime(landing.checked_at) : '';
  return (
    <div className={styles.landing}>
      <span aria-live="polite">
        {landing ? t('review.landingChecked', { time }) : t('review.landingUnchecked')}
        {landing?.final_url ? (
          <>
            {' '}
            {t('review.landingEnds')} <bdi dir="ltr">{shortAddress(landing.final_url)}</bdi>
          </>
        ) : null}
      </span>
      <Button variant="subtle" loading={isLoading} onClick={() => void check(id)}>
        {t('review.landingAgain')}
      </Button>
    </div>
  );
}

/** Addresses with macros in them, to be read and not opened: whoever opens one counts a click there. */
function Chains({ chains }: { chains: readonly string[] }) {
  return chains.map((chain) => (
    <div key={chain}>
      <bdi dir="ltr">{chain}</bdi>
    </div>
  ));
}

/** Other networks' counters that its clicks pass on their way, each once. */
function clickChains({ creatives }: Campaign): string[] {
  const chains = creatives.map(({ image }) =>
    image.parts && 'click_chain' in image.parts ? image.parts.click_chain : null,
  );
  return [...new Set(chains.filter((chain) => chain !== null))];
}

/** What a campaign asks for, as rows of name and value. */
function useCampaignRows(campaign: Campaign): Row[] {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const duration = useDuration();

  const { frequency_cap: cap, starts_at: start, ends_at: end } = campaign;
  const rules = useTargetingRules()(campaign.targeting);
  const budget = [
    t('review.perDay', { amount: format.money(campaign.daily_budget_micros) }),
    campaign.total_budget_micros === null
      ? null
      : t('review.inTotal', { amount: format.money(campaign.total_budget_micros) }),
  ];
  const bid = [
    `${format.money(campaign.bid_micros, { digits: [2, 4] })} ${campaign.pricing}`,
    campaign.bidding === 'fixed' ? t('review.fixedBid') : null,
    campaign.impression_limit === null
      ? null
      : t('review.impressionLimit', {
          count: campaign.impression_limit,
          amount: format.count(campaign.impression_limit),
        }),
    campaign.click_limit
      ? t('review.clickLimit', { count: campaign.click_limit, amount: format.count(campaign.click_limit) })
      : null,
  ];
  const schedule = [
    start && t('review.from', { date: format.dateTime(start) }),
    end && t('review.until', { date: format.dateTime(end) }),
  ].filter(Boolean);
  const rows: Row[] = [
    ...(rules.length === 0 ? [[t('review.runsOn'), t('review.everywhere')] as Row] : []),
    ...rules.map(({ title, text }): Row => [title, text]),
    [
      t('review.category'),
      campaign.category ? t(`ui:category.${campaign.category}`) : t('review.noCategory'),
    ],
    [t('review.bid'), bid.filter(Boolean).join(', ')],
    [t('review.budget'), budget.filter(Boolean).join(', ')],
  ];
  if (cap) {
    const text = t('review.capText', { count: cap.count, duration: duration(cap.seconds * 1_000) });
    const hasVideo = campaign.creatives.some(({ image }) => image.format === 'video');
    rows.push([t('review.cap'), hasVideo ? `${text}. ${t('review.capVideo')}` : text]);
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
  const chains = clickChains(campaign);
  const rows: Row[] = [
    [
      t('review.advertiser'),
      <Fragment key="advertiser">
        <bdi>{advertiser.name}</bdi> ({advertiser.email}), {advertiser.account_type}, {record}
      </Fragment>,
    ],
    [
      t('review.landing'),
      <Fragment key="landing">
        <LandingLink url={campaign.landing_url} />
        <LandingChecked key={campaign.id} {...review} />
      </Fragment>,
    ],
    ...(chains.length === 0
      ? []
      : [[t('review.clickChain'), <Chains key="chains" chains={chains} />] as Row]),
    ...useCampaignRows(campaign),
    [t('review.alt'), [...alts].join(' · ') || t('review.noAlt')],
  ];
  return (
    <div className={styles.facts}>
      <div className={styles.factsTitle}>
        <h2>
          <bdi>{campaign.name}</bdi>
        </h2>
        <Status state="inReview" reason={duration(nowMs - Date.parse(submitted_at))} />
      </div>
      {review.stops?.map(({ id, reason }) => (
        <Notice key={id} tone="bad" title={t('stops.inReview')}>
          <q dir="auto">{reason}</q> {t('stops.inReviewText')}
        </Notice>
      ))}
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
