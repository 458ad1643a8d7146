import type { Earnings } from '@ezdash/contracts';
import { AppLink, Panel, Skeleton, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useRequestWords } from '../earnings/useRequestWords';
import { usePublisherNextPayoutQuery } from './dashboard.api';
import styles from './dashboard.module.css';

const POLL_MS = 60_000;
const LINE_HEIGHT = 20;

/** What can be paid out or is on its way, and what becomes payable next and when. */
function Facts({ earnings }: { earnings: Earnings }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const wordsOf = useRequestWords();
  const { request, on_the_way_micros: onTheWay, next_release: next } = earnings;
  const now = request.ok
    ? t('dashboard.payoutNow', { amount: format.money(request.amount_micros) })
    : onTheWay > 0
      ? t('dashboard.payoutOnTheWay', { amount: format.money(onTheWay) })
      : wordsOf(request).title;
  return (
    <>
      <p className={styles.fact}>
        <b>{now}</b>
      </p>
      {next ? (
        <p className={styles.noneInside}>
          {t('dashboard.nextRelease', { amount: format.money(next.micros), date: format.date(next.at) })}
        </p>
      ) : null}
    </>
  );
}

/** The next payout, beside the way to it. */
export function NextPayoutPanel() {
  const { t } = useTranslation('publisher');
  const { data, isError } = usePublisherNextPayoutQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  return (
    <Panel
      title={t('dashboard.nextPayout')}
      aside={
        <AppLink className="ez-link" href="/publisher/earnings">
          {t('page.earnings')}
        </AppLink>
      }
    >
      {data ? (
        <Facts earnings={data} />
      ) : isError ? (
        <p className={styles.noneInside}>{t('dashboard.nextPayoutFailed')}</p>
      ) : (
        <Skeleton height={LINE_HEIGHT} />
      )}
    </Panel>
  );
}
