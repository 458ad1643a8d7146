import { useWithProof } from '@ezdash/store';
import { type Form, Radio, TextInput, toast, useForm, useFormat } from '@ezdash/ui';
import { DateInput } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { AccountFinder, type FoundAccount } from '../console/AccountFinder';
import forms from '../console/console.module.css';
import { ChangeDialog } from './ChangeDialog';
import { useDebugPinReleaseMutation } from './releases.api';
import styles from './releases.module.css';
import { instantOf } from './zonedTime';

const SESSION_LENGTH = 80;

interface Values {
  kind: 'user' | 'session';
  user: FoundAccount | null;
  session: string;
  /** A day and a time of the person's zone; empty: for as long as nobody takes it away. */
  until: string;
  why: string;
}

/** Whom it is for, in a word; empty while nobody is chosen. */
const whoOf = ({ kind, user, session }: Values): string =>
  kind === 'user' ? (user?.email ?? '') : session.trim();

function Fields({ form }: { form: Form<Values> }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { kind } = form.values;
  return (
    <div className={forms.form}>
      <Radio.Group
        label={t('releases.pin.whom')}
        value={kind}
        onChange={(value) => form.set({ kind: value === 'session' ? 'session' : 'user' })}
      >
        <div className={styles.radios}>
          <Radio value="user" label={t('releases.pin.user')} />
          <Radio value="session" label={t('releases.pin.session')} />
        </div>
      </Radio.Group>
      {kind === 'user' ? (
        <AccountFinder
          {...form.field('user')}
          label={t('releases.pin.account')}
          description={t('releases.pin.accountHint')}
          onChange={(user) => form.set({ user })}
        />
      ) : (
        <TextInput
          {...form.field('session')}
          label={t('releases.pin.sessionId')}
          description={t('releases.pin.sessionHint')}
          classNames={{ input: 'ez-mono' }}
          autoComplete="off"
          spellCheck={false}
          maxLength={SESSION_LENGTH}
          dir="ltr"
        />
      )}
      <DateInput
        {...form.field('until')}
        withTime
        label={t('releases.pin.until', { zone: format.timezone })}
        description={t('releases.pin.untilHint')}
      />
    </div>
  );
}

interface PinDialogProps {
  remote: string;
  version: string;
  onClose: () => void;
}

function usePinForm({ remote, version, onClose }: PinDialogProps) {
  const { t } = useTranslation('debug');
  const { timezone } = useFormat();
  const { run } = useWithProof();
  const [pin] = useDebugPinReleaseMutation();
  const untilProblem = (text: string) => {
    const until = instantOf(text, timezone);
    if (until === null) return t('releases.activate.atMissing');
    return Date.parse(until) > Date.now() ? undefined : t('releases.activate.atPast');
  };
  return useForm<Values>({
    initial: { kind: 'user', user: null, session: '', until: '', why: '' },
    check: ({ kind, user, session, until }) => ({
      user: kind === 'user' && user === null ? t('releases.pin.userMissing') : undefined,
      session: kind === 'session' && session.trim() === '' ? t('releases.pin.sessionMissing') : undefined,
      until: until === '' ? undefined : untilProblem(until),
    }),
    onSubmit: async (values) => {
      const who = whoOf(values);
      const input = {
        version,
        subject: values.kind === 'user' ? { user: who } : { session: who },
        until: instantOf(values.until, timezone),
        why: values.why.trim(),
      };
      await run(() => pin({ remote, ...input }).unwrap());
      toast({ text: t('releases.pin.done', { who, version }) });
      onClose();
    },
  });
}

/** A release for one account or one session, whatever everybody else gets. */
export function PinDialog(props: PinDialogProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const form = usePinForm(props);
  const { remote, version, onClose } = props;
  const who = whoOf(form.values);
  const until = instantOf(form.values.until, format.timezone);
  const sentence = () => {
    if (who === '') return t('releases.pin.saysNobody', { version });
    if (until === null) return t('releases.pin.says', { who, version });
    return t('releases.pin.saysUntil', {
      who,
      version,
      until: format.dateTime(until),
      zone: format.timezone,
    });
  };
  return (
    <ChangeDialog
      title={t('releases.pin.ask', { version, remote })}
      verb={t('releases.pin.verb')}
      says={[sentence()]}
      notDone={t('releases.pin.notDone', { version })}
      gate
      form={form}
      why={form.field('why')}
      onClose={onClose}
    >
      <Fields form={form} />
    </ChangeDialog>
  );
}
