import type { CampaignEstimate, EstimateRange, EstimateRequest, EstimateStep } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { BidLadder } from './BidLadder';
import classes from './estimate.module.css';

interface EstimateFiguresProps {
  estimate: CampaignEstimate;
  request: EstimateRequest;
}

function useRanges() {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  /** Between which two a figure lies; one figure where both are the same. */
  const between = ({ low, high }: EstimateRange, text: (value: number) => string) =>
    low === high ? text(high) : t('estimate.between', { low: text(low), high: text(high) });
  return {
    counts: (range: EstimateRange) => between(range, (value) => format.compact(value)),
    amounts: (range: EstimateRange) => between(range, (value) => format.money(value)),
  };
}

/** What is left behind each step, as bars of the first. */
function Steps({ steps }: { steps: CampaignEstimate['steps'] }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const [first] = steps;
  if (!first) return null;
  // A step that takes nothing away says nothing.
  const telling = steps.filter(({ per_day }, at) => at === 0 || per_day !== steps[at - 1]?.per_day);
  const name: Record<EstimateStep, string> = {
    places: t('estimate.step.places'),
    countries: t('estimate.step.countries'),
    devices: t('estimate.step.devices'),
    languages: t('estimate.step.languages'),
    keywords: t('estimate.step.keywords'),
    hours: t('estimate.step.hours'),
  };
  return (
    <dl className={classes.steps}>
      {telling.map(({ step, per_day }) => (
        <div key={step}>
          <dt>{name[step]}</dt>
          <dd>{format.compact(per_day)}</dd>
          <span className={classes.bar} aria-hidden="true">
            <span style={{ inlineSize: `${(100 * per_day) / Math.max(1, first.per_day)}%` }} />
          </span>
        </div>
      ))}
    </dl>
  );
}

function Costs({ estimate: { bid }, request }: EstimateFiguresProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const ranges = useRanges();
  if (bid === null) return <p className={classes.note}>{t('estimate.noBid')}</p>;
  const money = (micros: number) => format.money(micros, { digits: [2, 4] });
  return (
    <dl className={classes.facts}>
      <dt>{t('estimate.wins')}</dt>
      <dd>{t('estimate.aDay', { amount: ranges.counts(bid.wins) })}</dd>
      {bid.event_micros === null ? null : (
        <>
          <dt>{t('estimate.price')}</dt>
          <dd>
            {t(`estimate.price${request.pricing}`, {
              amount: money(request.pricing === 'CPM' ? bid.event_micros * 1_000 : bid.event_micros),
            })}
          </dd>
        </>
      )}
      <dt>{t('estimate.cost')}</dt>
      <dd>{t('estimate.aDay', { amount: ranges.amounts(bid.cost_micros) })}</dd>
      {bid.held ? (
        <>
          <dt>{t('estimate.held')}</dt>
          <dd>{t('estimate.aDay', { amount: ranges.counts(bid.impressions) })}</dd>
        </>
      ) : null}
    </dl>
  );
}

/** Reach, what bids win of it and what that costs; or that there is too little traffic to say. */
export function EstimateFigures({ estimate, request }: EstimateFiguresProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const ranges = useRanges();
  const { state, reach, most_per_day: most, sampled, days } = estimate;
  const left = estimate.left_out.map((what) => (
    <p key={what} className={classes.note}>
      {t(`estimate.leftOut.${what}`)}
    </p>
  ));
  if (reach === null)
    return (
      <>
        <p className={classes.empty}>
          {state === 'few' && most !== null
            ? t('estimate.few', { count: most, amount: format.compact(most) })
            : t('estimate.noTraffic')}
        </p>
        {left}
      </>
    );
  return (
    <>
      <div className={classes.reach}>
        <b>{format.compact(reach.per_day)}</b>
        <span>{t('estimate.reach')}</span>
        <span className={classes.dim}>{ranges.counts(reach)}</span>
      </div>
      <Steps steps={estimate.steps} />
      <h3 className={classes.title}>{t('estimate.whatWins')}</h3>
      {estimate.competition === 'few' ? (
        <p className={classes.note}>{t('estimate.fewBidders')}</p>
      ) : (
        <>
          <BidLadder
            ladder={estimate.ladder}
            pricing={request.pricing}
            bid={
              estimate.bid && request.bid_micros
                ? { bid_micros: request.bid_micros, share_ppm: estimate.bid.share_ppm }
                : null
            }
          />
          <Costs estimate={estimate} request={request} />
        </>
      )}
      {left}
      <p className={classes.note}>{t('estimate.note', { count: days, auctions: format.count(sampled) })}</p>
    </>
  );
}
