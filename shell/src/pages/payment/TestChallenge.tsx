import type { SandboxCheckout, SandboxChoice } from '@ezdash/contracts';
import { Button, Panel, useAppName, useFormat } from '@ezdash/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './paymentTest.module.css';

interface TestChallengeProps {
  checkout: SandboxCheckout;
  busy: boolean;
  choose: (choice: SandboxChoice) => void;
}

/** The second step of 3-D Secure, as a bank would show it: what was chosen before says which answer it waits for. */
export function TestChallenge({ checkout, busy, choose }: TestChallengeProps) {
  const { t } = useTranslation('shell');
  const name = useAppName();
  const format = useFormat();
  const title = useRef<HTMLHeadingElement>(null);
  // The list that was worked on is gone: who reads by ear hears what stands there now.
  useEffect(() => title.current?.focus(), []);
  const amount = format.money(checkout.amount_micros, { currency: checkout.currency });
  return (
    <Panel label={t('paymentTest.challenge.title')} className={classes.challenge}>
      <h2 ref={title} tabIndex={-1}>
        {t('paymentTest.challenge.title')}
      </h2>
      <p>{t('paymentTest.challenge.text', { amount, name })}</p>
      {checkout.scenario ? (
        <p className={classes.quiet}>
          {t(
            checkout.scenario === '3ds-failed'
              ? 'paymentTest.challenge.toFail'
              : 'paymentTest.challenge.toPass',
          )}
        </p>
      ) : null}
      <div className={`ez-actions ez-actions-end ${classes.actions}`}>
        <Button variant="default" disabled={busy} onClick={() => choose({ outcome: '3ds-failed' })}>
          {t('paymentTest.challenge.refuse')}
        </Button>
        <Button loading={busy} onClick={() => choose({ outcome: '3ds-passed' })}>
          {t('paymentTest.challenge.approve')}
        </Button>
      </div>
    </Panel>
  );
}
