import type { ReferralTerms, User } from '@ezdash/contracts';
import { BusyButton, EmptyState, Held, Notice, Panel } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from './LoadFailed';
import styles from './referrals.module.css';
import { OwnAccounts, Terms } from './TermsPanel';
import type { ReferralsApi, ReferrerRole } from './types';

const STEPS = ['share', 'start', 'earn'] as const;

interface JoinPanelProps {
  api: ReferralsApi;
  terms: ReferralTerms;
  referrer: ReferrerRole;
  status: User['status'] | undefined;
}

/** Before the first link: how it goes, on which terms, and the one step that starts it. */
export function JoinPanel({ api, terms, referrer, status }: JoinPanelProps) {
  const { t } = useTranslation('ui');
  const textOf = useFailureText();
  const [join, { isLoading }] = api.useJoin();
  const [error, setError] = useState<unknown>(null);
  const failure = api.failureOf(error);
  const begin = async () => {
    setError(null);
    try {
      await join().unwrap();
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <div className="ez-cols">
      <div className={styles.stack}>
        <Panel label={t('referrals.join.title')}>
          <EmptyState
            art="slots"
            title={t('referrals.join.title')}
            action={
              <Held status={status}>
                <BusyButton busy={isLoading} onClick={() => void begin()}>
                  {t('referrals.join.action')}
                </BusyButton>
              </Held>
            }
          >
            {t('referrals.join.text')}
          </EmptyState>
          {failure ? (
            <Notice tone="bad" title={t('referrals.join.failed')}>
              {textOf(failure)}
            </Notice>
          ) : null}
        </Panel>
        <Panel title={t('referrals.join.how')}>
          <ol className={styles.steps}>
            {STEPS.map((step) => (
              <li key={step}>
                <b>{t(`referrals.join.step.${step}`)}</b>
                <p>{t(`referrals.join.stepText.${step}`)}</p>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
      <div className={styles.stack}>
        <Panel title={t('referrals.terms.title')}>
          <Terms terms={terms} referrer={referrer} />
        </Panel>
        <Panel title={t('referrals.own.title')}>
          <OwnAccounts />
        </Panel>
      </div>
    </div>
  );
}
