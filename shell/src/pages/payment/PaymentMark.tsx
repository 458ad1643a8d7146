import classes from './paymentResult.module.css';
import { type Standing, TONES } from './paymentStanding';

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const SIGNS: Readonly<Record<Standing, string>> = {
  paid: 'M15 24.5l6 6L33 18',
  refunded: 'M15 24.5l6 6L33 18',
  begun: 'M17 24h14M25 18l6 6-6 6',
  checking: 'M24 15v9l6 4',
  confirming: 'M24 15v9l6 4',
  refunding: 'M24 15v9l6 4',
  transfer: 'M24 15v9l6 4',
  failed: 'M18 18l12 12M30 18L18 30',
  refundFailed: 'M18 18l12 12M30 18L18 30',
  cancelled: 'M17 24h14',
  chargedBack: 'M31 24H17M23 18l-6 6 6 6',
};

/** The result as a sign; the words stand beside it. */
export function PaymentMark({ standing }: { standing: Standing }) {
  return (
    <svg
      className={classes.mark}
      data-tone={TONES[standing]}
      width="48"
      height="48"
      viewBox="0 0 48 48"
      aria-hidden="true"
    >
      <circle cx="24" cy="24" r="22" />
      <path {...line} d={SIGNS[standing]} />
    </svg>
  );
}
