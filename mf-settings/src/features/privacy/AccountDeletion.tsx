import type { PrivacyState, User } from '@ezdash/contracts';
import { failureOf, toApiError, useWithProof } from '@ezdash/store';
import { Button, Checkbox, confirm, Notice, TextInput, toast, useForm, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { useSettingsAskDeletionMutation, useSettingsKeepAccountMutation } from './privacy.api';
import classes from './privacy.module.css';

const WAIT_DAYS = 14;
const EFFECTS = ['now', 'later', 'kept'] as const;

/** What its owner cannot give up: it has to be settled first. */
const FIRST = ['admin', 'owed', 'payments'] as const;

const plain = (email: string) => email.trim().toLowerCase();

/** Ends the account, after a time in which it can be kept. */
export function AccountDeletion({ user, state }: { user: User; state: PrivacyState }) {
  const { t } = useTranslation('settings');
  const { deletes_at, deletion_blockers } = state;
  const first = FIRST.find((blocker) => deletion_blockers.includes(blocker));
  return (
    <section className={classes.part} aria-labelledby="privacy-deletion">
      <h3 id="privacy-deletion">{t('privacy.deletionTitle')}</h3>
      {deletes_at ? (
        <Scheduled deletesAt={deletes_at} />
      ) : first ? (
        <Notice tone="info" title={t('privacy.blocked')}>
          {t(`privacy.blocker.${first}`)}
        </Notice>
      ) : (
        <Ask user={user} money={deletion_blockers} />
      )}
    </section>
  );
}

function Scheduled({ deletesAt }: { deletesAt: string }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const [keep, { isLoading, error }] = useSettingsKeepAccountMutation();
  const failure = toApiError(error);
  const press = async () => {
    const answer = await keep();
    if (!answer.error) toast({ text: t('privacy.stays') });
  };
  return (
    <>
      {failure ? <FailureNotice failure={failure} title={t('privacy.keepFailed')} /> : null}
      <Notice
        tone="warn"
        title={t('privacy.scheduled', { date: format.dateTime(deletesAt) })}
        action={
          <Button variant="default" loading={isLoading} onClick={() => void press()}>
            {t('privacy.keep')}
          </Button>
        }
      >
        {t('privacy.scheduledHint')}
      </Notice>
    </>
  );
}

/** The question, and the sending of it. */
function useDeletionForm(email: string, holdsMoney: boolean) {
  const { t } = useTranslation('settings');
  const [ask] = useSettingsAskDeletionMutation();
  const { run } = useWithProof();
  return useForm({
    initial: { email: '', give_up_balance: false },
    check: ({ email: typed, give_up_balance }) => ({
      email: plain(typed) === plain(email) ? undefined : t('privacy.check.email', { email }),
      give_up_balance: holdsMoney && !give_up_balance ? t('privacy.check.giveUp') : undefined,
    }),
    onSubmit: async () => {
      const text = t('privacy.confirmText', { email, days: WAIT_DAYS });
      const sure = await confirm({
        title: t('privacy.confirmTitle'),
        text: holdsMoney ? `${text} ${t('privacy.confirmGivesUp')}` : text,
        verb: t('privacy.delete'),
        wayOut: t('privacy.keep'),
        danger: true,
      });
      if (sure)
        await run(() => ask({ email: plain(email), ...(holdsMoney && { give_up_balance: true }) }).unwrap());
    },
  });
}

/** `money`: what the account still holds. It keeps the account from being deleted unless its owner gives it up. */
function Ask({ user, money }: { user: User; money: PrivacyState['deletion_blockers'] }) {
  const { t } = useTranslation('settings');
  const { email, role } = user;
  const holdsMoney = money.length > 0;
  const form = useDeletionForm(email, holdsMoney);
  const failure = failureOf(form.failure);
  return (
    <>
      <ul className={classes.effects}>
        {EFFECTS.map((effect) => (
          <li key={effect}>{t(`privacy.effect.${effect}.${role}`, { days: WAIT_DAYS })}</li>
        ))}
      </ul>
      <form {...form.props} className={classes.form}>
        {failure ? <FailureNotice failure={failure} title={t('privacy.deleteFailed')} /> : null}
        <TextInput
          {...form.field('email')}
          label={t('privacy.repeat')}
          description={t('privacy.repeatHint', { email })}
          type="email"
          autoComplete="off"
          spellCheck={false}
        />
        {holdsMoney ? (
          <>
            <Notice tone="warn" title={t('privacy.holdsMoney')}>
              {money.map((blocker) => t(`privacy.blocker.${blocker}`)).join(' ')}
            </Notice>
            <Checkbox {...form.checkbox('give_up_balance')} label={t('privacy.giveUp')} />
          </>
        ) : null}
        <div className={classes.actions}>
          <Button
            type="submit"
            color="red"
            variant="default"
            className={classes.delete}
            loading={form.pending}
          >
            {t('privacy.delete')}
          </Button>
        </div>
      </form>
    </>
  );
}
