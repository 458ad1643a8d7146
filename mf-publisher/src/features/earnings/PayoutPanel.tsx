import { type Earnings, PAYOUT } from '@ezdash/contracts';
import { useSession } from '@ezdash/store';
import { AppLink, BusyButton, Button, Figure, Held, Notice, Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../components/FormFailure';
import styles from './earnings.module.css';
import { usePayoutRequest } from './usePayoutRequest';
import { useRequestWords } from './useRequestWords';

const DAY_MS = 86_400_000;
/** To the micro where there is more than whole cents: the lines add up. */
const EXACT = [2, 6] as const;
const METHODS = '/settings/payment-methods';

function Facts({ earnings, amount }: { earnings: Earnings; amount: number }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { payable_micros: payable, debt_micros: debt, method } = earnings;
  const left = payable - debt - amount;
  const due = new Date(Date.parse(earnings.now) + PAYOUT.dueDays * DAY_MS);
  const rows: [name: string, value: string][] = [
    [t('earnings.payable'), format.money(payable, { digits: EXACT })],
    ...(debt > 0 ? [[t('earnings.debt'), format.money(-debt)] as [string, string]] : []),
    // Banks know no part of a cent.
    ...(left > 0 ? [[t('earnings.stays'), format.money(left, { digits: EXACT })] as [string, string]] : []),
    [t('earnings.sentBy'), format.date(due)],
  ];
  return (
    <dl className={styles.facts}>
      {method ? (
        <div>
          <dt>{t('earnings.bank')}</dt>
          <dd>
            <bdi>{method.label}</bdi> <AppLink href={METHODS}>{t('earnings.changeBank')}</AppLink>
          </dd>
        </div>
      ) : null}
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="ez-num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Refused({ refusal }: { refusal: Extract<Earnings['request'], { ok: false }> }) {
  const { tone, title, text, action } = useRequestWords()(refusal);
  return (
    <Notice
      tone={tone}
      title={title}
      action={
        action ? (
          <Button component={AppLink} href={action.href} variant="default">
            {action.label}
          </Button>
        ) : null
      }
    >
      {text}
    </Notice>
  );
}

/** What can be paid out now, to where and until when, or why nothing can and what to do. */
export function PayoutPanel({ earnings }: { earnings: Earnings }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { user } = useSession();
  const { request: ask, isLoading, failure } = usePayoutRequest();
  const { request } = earnings;
  const amount = request.ok ? request.amount_micros : 0;
  return (
    <Panel title={t('earnings.payout')}>
      <div className={styles.request}>
        <div className={styles.amount}>
          <span>{t('earnings.available')}</span>
          <Figure micros={amount} />
        </div>
        {request.ok ? <Facts earnings={earnings} amount={amount} /> : <Refused refusal={request} />}
        <FormFailure title={t('earnings.notRequested')} failure={failure} />
        {request.ok ? (
          <Held status={user?.status}>
            <BusyButton fullWidth busy={isLoading} onClick={() => void ask(amount)}>
              {t('earnings.request', { amount: format.money(amount) })}
            </BusyButton>
          </Held>
        ) : null}
        <p className="ez-dim">{t('earnings.rules', { days: PAYOUT.dueDays, hours: PAYOUT.lockedHours })}</p>
      </div>
    </Panel>
  );
}
