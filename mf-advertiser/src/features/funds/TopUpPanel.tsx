import type { AutoTopUp, Funds } from '@ezdash/contracts';
import { failureOf, useSession, useWithProof } from '@ezdash/store';
import {
  AppLink,
  BusyButton,
  Button,
  confirm,
  Held,
  Notice,
  Panel,
  Status,
  toast,
  useFormat,
} from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { useAdvertiserStopTopUpMutation } from './funds.api';
import classes from './funds.module.css';
import { keptMethods, TopUpDrawer } from './TopUpDrawer';

function useStop() {
  const { t } = useTranslation('advertiser');
  const { run } = useWithProof();
  const failureText = useFailureText();
  const [stop] = useAdvertiserStopTopUpMutation();
  // Also while a proof is asked for, when no call runs.
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const press = async () => {
    const sure = await confirm({
      title: t('funds.topUp.stopTitle'),
      text: t('funds.topUp.stopText'),
      verb: t('funds.topUp.stop'),
    });
    if (!sure) return;
    setFailure(null);
    setLoading(true);
    try {
      await run(() => stop().unwrap());
      toast({ text: t('funds.topUp.stoppedNow') });
    } catch (error) {
      const known = failureOf(error);
      if (known) setFailure(failureText(known));
    } finally {
      setLoading(false);
    }
  };
  return { press: () => void press(), isLoading, failure };
}

function Working({ topUp }: { topUp: AutoTopUp }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const money = (micros: number) => format.money(micros, { digits: [0, 2] });
  const { last_payment: last, stopped } = topUp;
  return (
    <>
      <p>
        <bdi>
          {t('funds.topUp.rule', {
            below: money(topUp.below_micros),
            method: topUp.method,
            amount: money(topUp.amount_micros),
          })}
        </bdi>
      </p>
      <p className={classes.quiet}>
        {t('funds.topUp.month', { used: money(topUp.month_micros), most: money(topUp.month_most_micros) })}
      </p>
      {last ? (
        <p className={classes.quiet}>
          <AppLink href={`/payment/result?payment=${encodeURIComponent(last.id)}`}>
            {t('funds.topUp.last', { time: format.dateTime(last.created_at) })}
          </AppLink>{' '}
          {t(`funds.topUp.lastState.${last.state}`)}
        </p>
      ) : null}
      {stopped ? (
        <Notice tone="warn" title={t('funds.topUp.notCharging')}>
          {t(`funds.topUp.stopped.${stopped}`)}
        </Notice>
      ) : null}
    </>
  );
}

/** Charges a stored method when the balance falls below an amount: off, or how it is set up. */
export function TopUpPanel({ funds }: { funds: Funds }) {
  const { t } = useTranslation('advertiser');
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const stop = useStop();
  const { auto_top_up: topUp } = funds;
  const isOn = topUp?.enabled === true;
  const hasMethods = keptMethods(funds).length > 0;
  return (
    <Panel
      title={t('funds.topUp.title')}
      aside={
        isOn ? (
          <Status
            plain
            state={topUp.stopped ? 'waiting' : 'active'}
            label={t(topUp.stopped ? 'funds.topUp.stands' : 'funds.topUp.on')}
          />
        ) : null
      }
    >
      <div className={classes.topUp}>
        {isOn ? <Working topUp={topUp} /> : <p>{t('funds.topUp.off')}</p>}
        {stop.failure ? <Notice tone="bad">{stop.failure}</Notice> : null}
        {hasMethods || isOn ? (
          <div className="ez-actions">
            {isOn ? (
              <BusyButton variant="default" busy={stop.isLoading} onClick={stop.press}>
                {t('funds.topUp.stop')}
              </BusyButton>
            ) : null}
            <Held status={user?.status}>
              <Button variant="default" onClick={() => setOpen(true)}>
                {t(isOn ? 'funds.topUp.edit' : 'funds.topUp.setUp')}
              </Button>
            </Held>
          </div>
        ) : (
          <p className={classes.quiet}>
            {t('funds.topUp.noMethod')}{' '}
            <AppLink href="/settings/payment-methods">{t('funds.topUp.addMethod')}</AppLink>
          </p>
        )}
      </div>
      {isOpen ? <TopUpDrawer funds={funds} onClose={() => setOpen(false)} /> : null}
    </Panel>
  );
}
