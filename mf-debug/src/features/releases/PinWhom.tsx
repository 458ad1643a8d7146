import type { OwnSession } from '@ezdash/contracts';
import { type Form, Radio } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { AccountFinder, type FoundAccount } from '../console/AccountFinder';
import { QueryFailed } from '../money/QueryFailed';
import styles from './releases.module.css';
import { SessionChoice } from './SessionChoice';
import { useSessionWords } from './sessionWords';
import type { useOwnSession } from './useOwnSession';

const KINDS = ['user', 'here', 'session'] as const;
export type PinKind = (typeof KINDS)[number];

export interface PinValues {
  kind: PinKind;
  /** Whose account, or whose session. */
  user: FoundAccount | null;
  session: OwnSession | null;
  /** A day and a time of the person's zone; empty: for as long as nobody takes it away. */
  until: string;
  why: string;
}

interface PinWhomProps {
  form: Form<PinValues>;
  /** Where one is signed in oneself. */
  own: ReturnType<typeof useOwnSession>;
}

/** Whom a pin is for: an account wherever it is signed in, this browser, or one place where an account is signed in. */
export function PinWhom({ form, own }: PinWhomProps) {
  const { t } = useTranslation('debug');
  const { nameOf } = useSessionWords();
  const { kind, user } = form.values;
  const { error } = form.field('kind');
  const hints: Record<PinKind, string> = {
    user: t('releases.pin.userHint'),
    here: own.session ? t('releases.pin.hereHint', { name: nameOf(own.session) }) : '',
    session: t('releases.pin.sessionHint'),
  };
  return (
    <>
      <Radio.Group
        name="kind"
        label={t('releases.pin.whom')}
        value={kind}
        error={error}
        onChange={(value) => form.set({ kind: KINDS.find((one) => one === value) ?? 'user', session: null })}
      >
        <div className={styles.radios}>
          {KINDS.map((one) => (
            <Radio key={one} value={one} label={t(`releases.pin.${one}`)} description={hints[one]} />
          ))}
        </div>
      </Radio.Group>
      {kind === 'here' && own.error && !own.session ? (
        <QueryFailed
          title={t('releases.pin.hereFailed')}
          error={own.error}
          onRetry={() => void own.refetch()}
          retrying={own.isFetching}
        />
      ) : null}
      {kind === 'here' ? null : (
        <AccountFinder
          {...form.field('user')}
          label={t('releases.pin.account')}
          description={t('releases.pin.accountHint')}
          onChange={(chosen) => form.set({ user: chosen, session: null })}
        />
      )}
      {kind === 'session' && user ? (
        <SessionChoice
          key={user.id}
          accountId={user.id}
          field={form.field('session')}
          onChoose={(session) => form.set({ session })}
        />
      ) : null}
    </>
  );
}
