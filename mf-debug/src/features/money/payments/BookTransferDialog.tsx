import { BusyButton, Button, Dialog, MoneyInput, TextInput, useFormat } from '@ezdash/ui';
import { DateInput } from '@ezdash/ui/data';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFinder } from '../../console/AccountFinder';
import { MoneyFailure } from '../MoneyFailure';
import styles from '../money.module.css';
import { type BookTransfer, useBookTransfer } from './useBookTransfer';

const WIDTH = 520;

function Fields({ form }: Pick<BookTransfer, 'form'>) {
  const { t } = useTranslation('debug');
  const account = form.field('advertiser_id');
  return (
    <>
      <p className={styles.quiet}>{t('money.book.lead')}</p>
      <AccountFinder
        {...account}
        data-autofocus
        accountRole="advertiser"
        label={t('money.book.account')}
        description={t('money.book.accountHint')}
        onChange={(found) => form.set({ advertiser_id: found })}
      />
      <MoneyInput {...form.field('amount_micros')} label={t('money.match.amount')} />
      <TextInput
        {...form.field('reference')}
        label={t('money.match.bankReference')}
        description={t('money.book.referenceHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        dir="ltr"
      />
      <DateInput {...form.field('occurred_at')} label={t('money.match.received')} />
    </>
  );
}

/** What is about to be booked, in words. */
function Sentence({ form }: Pick<BookTransfer, 'form'>) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.focus(), []);
  const { advertiser_id: account, amount_micros: micros, reference, occurred_at: day } = form.values;
  if (!account || micros === null) return null;
  return (
    // The focus comes here, so that it is read before the button that books it.
    <div ref={words} tabIndex={-1} className={styles.words}>
      <p>
        <b>
          {t('money.book.sentence', {
            amount: format.money(micros),
            name: account.name || account.email,
            email: account.email,
            reference: reference.trim(),
            date: format.date(day),
          })}
        </b>
      </p>
      <p className={styles.quiet}>{t('money.book.consequence')}</p>
    </div>
  );
}

/** Books money that came in by bank transfer and that nobody had announced. */
export function BookTransferDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['debug', 'ui']);
  const format = useFormat();
  const id = useId();
  const { form, isAsking, back } = useBookTransfer(onClose);
  const amount = format.money(form.values.amount_micros ?? 0);
  const fields = useRef<HTMLDivElement>(null);
  const change = () => {
    back();
    requestAnimationFrame(() => fields.current?.querySelector('input')?.focus());
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('money.book.title')}
      width={WIDTH}
      actions={
        <>
          <Button variant="default" onClick={isAsking ? change : onClose}>
            {isAsking ? t('money.book.back') : t('ui:cancel')}
          </Button>
          <BusyButton
            type="submit"
            form={id}
            busy={form.pending}
            onClick={(event) => {
              // The second press of a double click falls on what the first one brought: it must not book.
              if (event.detail > 1) event.preventDefault();
            }}
          >
            {isAsking ? t('money.book.book', { amount }) : t('money.book.next')}
          </BusyButton>
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        <div ref={fields} className={styles.form} hidden={isAsking}>
          <Fields form={form} />
        </div>
        {isAsking ? <Sentence form={form} /> : null}
        <MoneyFailure title={t('money.book.failed')} failure={form.failure} otherErrors={form.otherErrors} />
      </form>
    </Dialog>
  );
}
