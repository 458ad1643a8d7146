import type { OperatorPayment } from '@ezdash/contracts';
import { BusyButton, type Format, MoneyInput, Notice, Panel, TextInput, useFormat } from '@ezdash/ui';
import { DateInput } from '@ezdash/ui/data';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { accountName } from '../AccountCell';
import { MoneyFailure } from '../MoneyFailure';
import styles from '../money.module.css';
import { AwaitedList } from './AwaitedList';
import { type Match, useMatch } from './useMatch';

const differenceKey = (difference: number) => (difference < 0 ? 'less' : 'more');

/** What is known of the reference and the amount so far, in one line under the fields. */
function useStanding({ form, found, looking, missing, difference, asked, last }: Match, format: Format) {
  const { t } = useTranslation('debug');
  if (missing) return { tone: 'warn', text: t('money.match.unknown') } as const;
  if (looking) return { text: t('money.match.looking') } as const;
  if (!found) {
    if (!last || form.values.reference !== '') return { text: t('money.match.hint') } as const;
    const amount = format.money(last.amount_micros, { currency: last.currency });
    const name = accountName(last.account);
    return { tone: 'ok', text: t('money.match.done', { amount, name }) } as const;
  }
  const expects = t('money.match.expects', {
    name: accountName(found.account),
    amount: format.money(found.charged_micros, { currency: found.currency }),
    date: format.date(found.created_at),
  });
  if (found.state === 'completed')
    return { tone: 'warn', text: t('money.match.completed', { name: accountName(found.account) }) } as const;
  // Asked about, the difference stands in its own notice.
  if (difference === null || asked) return { text: expects } as const;
  if (difference === 0) return { tone: 'ok', text: `${expects} ${t('money.match.agrees')}` } as const;
  const by = t(`money.match.${differenceKey(difference)}`, { amount: format.money(Math.abs(difference)) });
  return { tone: 'warn', text: `${expects} ${by}` } as const;
}

function Difference({ match, format }: { match: Match; format: Format }) {
  const { t } = useTranslation('debug');
  const { form, difference, found, accept } = match;
  const came = format.money(form.values.amount_micros ?? 0);
  return (
    <Notice
      tone="warn"
      title={
        difference === null
          ? t('money.match.differs')
          : t(`money.match.${differenceKey(difference)}`, { amount: format.money(Math.abs(difference)) })
      }
      action={
        <BusyButton variant="default" busy={form.pending} onClick={accept}>
          {t('money.match.accept', { amount: came })}
        </BusyButton>
      }
    >
      {found && found.fee_micros > 0
        ? t('money.match.differsFee', { amount: came, fee: format.money(found.fee_micros) })
        : t('money.match.differsText', { amount: came })}
    </Notice>
  );
}

interface MatchPanelProps {
  awaited: readonly OperatorPayment[];
  /** Loads more of them; null when all are there. */
  more: ReactNode;
}

/** Money that came in by bank transfer finds its deposit. The keyboard does it all: four fields and Enter. */
export function MatchPanel({ awaited, more }: MatchPanelProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const referenceInput = useRef<HTMLInputElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const match = useMatch(awaited, () => referenceInput.current?.focus());
  const { form, asked, round } = match;
  const reference = form.field('reference');
  const standing = useStanding(match, format);
  const choose = (payment: OperatorPayment) => {
    form.set({ reference: payment.reference ?? '' });
    amount.current?.focus();
  };
  return (
    <Panel title={t('money.match.title')} hint={t('money.match.lead')}>
      <form {...form.props} className={styles.match} aria-label={t('money.match.title')}>
        <TextInput
          {...reference}
          // It has the focus after every match: to leave it empty is no mistake yet.
          onBlur={() => (reference.value === '' ? undefined : reference.onBlur())}
          ref={referenceInput}
          label={t('money.match.reference')}
          classNames={{ input: 'ez-mono' }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          dir="ltr"
        />
        <MoneyInput
          {...form.field('amount_micros')}
          key={round}
          ref={amount}
          label={t('money.match.amount')}
        />
        <TextInput
          {...form.field('bank_reference')}
          label={t('money.match.bankReference')}
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          dir="ltr"
        />
        <DateInput {...form.field('received_at')} label={t('money.match.received')} />
        <div className={`${styles.matchFoot} ${styles.wide}`}>
          <p
            className={styles.outcome}
            data-tone={'tone' in standing ? standing.tone : undefined}
            role="status"
          >
            {standing.text}
          </p>
          <BusyButton type="submit" busy={form.pending}>
            {t('money.match.match')}
          </BusyButton>
        </div>
        {asked ? (
          <div className={styles.wide} role="alert">
            <Difference match={match} format={format} />
          </div>
        ) : null}
        {form.failure ? (
          <div className={styles.wide}>
            <MoneyFailure
              title={t('money.match.failed')}
              failure={form.failure}
              otherErrors={form.otherErrors}
            />
          </div>
        ) : null}
      </form>
      <AwaitedList payments={awaited} onChoose={choose} />
      {more}
    </Panel>
  );
}
