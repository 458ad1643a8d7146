import type { CampaignEstimate, Pricing } from '@ezdash/contracts';
import { useFormat, VisuallyHidden } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './estimate.module.css';

const WIDTH = 300;
const HEIGHT = 96;
const MILLION = 1_000_000;

interface BidLadderProps {
  ladder: CampaignEstimate['ladder'];
  pricing: Pricing;
  /** The bid that was named, and the share that it wins. */
  bid: { bid_micros: number; share_ppm: number } | null;
}

/** What bids win, drawn; the same as a table for who does not see it. Bids lie as far apart as they are multiples. */
export function BidLadder({ ladder, pricing, bid }: BidLadderProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const [first] = ladder;
  const last = ladder.at(-1);
  if (!first || !last || first === last) return null;
  const span = Math.log(last.bid_micros / first.bid_micros);
  const x = (micros: number) => {
    const part = Math.log(micros / first.bid_micros) / span;
    return Math.min(1, Math.max(0, part)) * WIDTH;
  };
  const y = (share: number) => HEIGHT - (share / MILLION) * (HEIGHT - 4);
  const line = ladder.map((step) => `${x(step.bid_micros)},${y(step.share_ppm)}`).join(' ');
  const money = (micros: number) => format.money(micros, { digits: [2, 4] });
  const share = (ppm: number) => format.percent(ppm / MILLION, 0);
  return (
    <div className={classes.ladder}>
      {bid ? (
        <p className={classes.wins}>
          {t('estimate.bidWins', { bid: money(bid.bid_micros), share: share(bid.share_ppm) })}
        </p>
      ) : null}
      <svg
        className={classes.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polygon className={classes.area} points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
        <polyline className={classes.line} points={line} />
        {bid ? (
          <line
            className={classes.mark}
            x1={x(bid.bid_micros)}
            x2={x(bid.bid_micros)}
            y1={y(bid.share_ppm)}
            y2={HEIGHT}
          />
        ) : null}
      </svg>
      <div className={classes.scale} aria-hidden="true">
        <span>{money(first.bid_micros)}</span>
        <span>{money(last.bid_micros)}</span>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{t('estimate.ladder')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('estimate.ladderBid', { pricing })}</th>
              <th scope="col">{t('estimate.ladderShare')}</th>
            </tr>
          </thead>
          <tbody>
            {ladder.map((step) => (
              <tr key={step.bid_micros}>
                <td>{money(step.bid_micros)}</td>
                <td>{share(step.share_ppm)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  );
}
