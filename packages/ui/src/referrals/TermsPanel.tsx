import type { ReferralTerms } from '@ezdash/contracts';
import { Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './referrals.module.css';
import type { ReferrerRole } from './types';

const BPS = 10_000;
const MOST_DIGITS = 2;
/** As many digits as the share has: 500 are "5%", 250 are "2.5%". */
export const digitsOf = (bps: number): number => (bps % 100 === 0 ? 0 : bps % 10 === 0 ? 1 : MOST_DIGITS);

interface TermsProps {
  terms: ReferralTerms;
  referrer: ReferrerRole;
}

/** The shares as figures: the first thing somebody wants to know of the terms. */
function Shares({ terms }: { terms: ReferralTerms }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const rows = [
    ['publisher', terms.publisher_share_bps],
    ['advertiser', terms.advertiser_share_bps],
  ] as const;
  return (
    <dl className={styles.shares}>
      {rows.map(([who, bps]) => (
        <div key={who}>
          <dt>{t(`referrals.terms.of.${who}`)}</dt>
          <dd className="ez-figure">{format.percent(bps / BPS, digitsOf(bps))}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the network gives for whom and when, in plain words. */
export function Terms({ terms, referrer }: TermsProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const { currency, months, minimum_micros: minimum, hold_days: hold, cookie_days: cookie } = terms;
  return (
    <>
      <Shares terms={terms} />
      <ul className={styles.terms}>
        <li>{t('referrals.terms.months', { count: months })}</li>
        <li>{t('referrals.terms.minimum', { amount: format.money(minimum, { currency }) })}</li>
        <li>{t(`referrals.terms.hold.${referrer}`, { count: hold })}</li>
        <li>{t('referrals.terms.returned')}</li>
        <li>{t('referrals.terms.cookie', { count: cookie })}</li>
      </ul>
    </>
  );
}

/** What becomes of somebody who brings themselves. */
export function OwnAccounts() {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.own}>
      <p>{t('referrals.own.text')}</p>
      <p>{t('referrals.own.then')}</p>
      <p>{t('referrals.own.wrong')}</p>
    </div>
  );
}

/** The terms beside the figures. */
export function TermsPanels({ terms, referrer }: TermsProps) {
  const { t } = useTranslation('ui');
  return (
    <>
      <Panel title={t('referrals.terms.title')}>
        <Terms terms={terms} referrer={referrer} />
      </Panel>
      <Panel title={t('referrals.own.title')}>
        <OwnAccounts />
      </Panel>
    </>
  );
}
