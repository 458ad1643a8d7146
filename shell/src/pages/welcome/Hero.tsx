import { DEFAULT_REVENUE_SHARE_BPS, LEAST } from '@ezdash/contracts/constants';
import { useConfig } from '@ezdash/store';
import { IconArrowRight, useFormat } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LiveGap } from './LiveGap';
import type { LiveNetwork } from './network.api';
import { Plan } from './Plan';
import styles from './welcome.module.css';

const DOLLARS = { digits: 0 };
/** As high as a figure; an ordinary space is not. */
const UNKNOWN = '\u00a0';

function Door({ side, main, hint }: { side: 'advertiser' | 'publisher'; main?: boolean; hint: string }) {
  const { t } = useTranslation('shell');
  return (
    <Link to={`/auth/register?role=${side}`} className={styles.door} data-main={main || undefined}>
      <b>{t(`welcome.door.${side}`)}</b>
      <span>{hint}</span>
      <IconArrowRight size={20} stroke={1.8} aria-hidden />
    </Link>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Three figures of the last day; placeholders of the same size until they are known. */
function Facts({ network }: { network: LiveNetwork }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const { summary, failed, retry } = network;
  if (failed) return <LiveGap onRetry={retry} />;
  const share = (rate: number) => (summary?.requests ? format.percent(rate, 1) : '–');
  return (
    <dl className={styles.facts} aria-busy={summary === null}>
      <Fact name={t('welcome.facts.requests')}>{summary ? format.count(summary.requests) : UNKNOWN}</Fact>
      <Fact name={t('welcome.facts.filled')}>{summary ? share(summary.fill_rate) : UNKNOWN}</Fact>
      <Fact name={t('welcome.facts.invalid')}>{summary ? share(summary.invalid_rate) : UNKNOWN}</Fact>
    </dl>
  );
}

/** What the network is, the two ways in, and a page of a publisher with the receipt of its latest impression. */
export function Hero({ network }: { network: LiveNetwork }) {
  const { t } = useTranslation('shell');
  const { app_name: appName } = useConfig();
  const format = useFormat();
  const leastBudget = format.money(LEAST.dailyBudgetMicros, DOLLARS);
  const publisherShare = format.percent(DEFAULT_REVENUE_SHARE_BPS / 10_000, 0);
  return (
    <section className={styles.hero}>
      <div>
        <h1>
          <Trans
            t={t}
            i18nKey="welcome.title"
            components={{ line: <br />, mark: <span className={styles.underdash} /> }}
          />
        </h1>
        <p className={styles.lead}>{t('welcome.lead', { appName })}</p>
        <div className={styles.doors}>
          <Door side="advertiser" main hint={t('welcome.door.advertiserHint', { amount: leastBudget })} />
          <Door side="publisher" hint={t('welcome.door.publisherHint', { share: publisherShare })} />
        </div>
        <Facts network={network} />
      </div>
      <Plan summary={network.summary} />
    </section>
  );
}
