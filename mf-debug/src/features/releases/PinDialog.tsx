import type { OwnSession, PinSubject } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { toast, useForm, useFormat } from '@ezdash/ui';
import { DateInput } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import forms from '../console/console.module.css';
import { ChangeDialog } from './ChangeDialog';
import { type PinValues, PinWhom } from './PinWhom';
import { useDebugPinReleaseMutation } from './releases.api';
import { useSessionWords } from './sessionWords';
import { useOwnSession } from './useOwnSession';
import { instantOf } from './zonedTime';

const FIRST: PinValues = { kind: 'user', user: null, session: null, until: '', why: '' };

/** Whom it is for, in words and on a server's terms; null while nobody is chosen. */
function useSubject() {
  const { t } = useTranslation('debug');
  const { nameOf } = useSessionWords();
  return (
    { kind, user, session }: PinValues,
    own: OwnSession | null,
  ): { who: string; subject: PinSubject } | null => {
    if (kind === 'here') return own && { who: t('releases.pin.here'), subject: { session: own.id } };
    if (!user) return null;
    if (kind === 'user') return { who: user.email, subject: { user: user.email } };
    if (!session) return null;
    const who = t('releases.pin.sessionOf', { name: nameOf(session), email: user.email });
    return { who, subject: { session: session.id } };
  };
}

/** What is wrong with what was entered, by field. */
function useProblems() {
  const { t } = useTranslation('debug');
  const { timezone } = useFormat();
  const untilProblem = (text: string) => {
    const until = instantOf(text, timezone);
    if (until === null) return t('releases.activate.atMissing');
    return Date.parse(until) > Date.now() ? undefined : t('releases.activate.atPast');
  };
  return ({ kind, user, session, until }: PinValues, own: OwnSession | null) => ({
    kind: kind === 'here' && !own ? t('releases.pin.hereMissing') : undefined,
    user: kind !== 'here' && user === null ? t('releases.pin.userMissing') : undefined,
    session: kind === 'session' && user && !session ? t('releases.pin.sessionMissing') : undefined,
    until: until === '' ? undefined : untilProblem(until),
  });
}

interface PinDialogProps {
  remote: string;
  version: string;
  onClose: () => void;
}

function usePinForm({ remote, version, onClose }: PinDialogProps, own: OwnSession | null) {
  const { t } = useTranslation('debug');
  const { timezone } = useFormat();
  const { run } = useWithProof();
  const [pin] = useDebugPinReleaseMutation();
  const subjectOf = useSubject();
  const problemsOf = useProblems();
  const form = useForm<PinValues>({
    initial: FIRST,
    check: (values) => problemsOf(values, own),
    onSubmit: async (values) => {
      const chosen = subjectOf(values, own);
      if (!chosen) return;
      const { who, subject } = chosen;
      const until = instantOf(values.until, timezone);
      await run(() => pin({ remote, version, subject, until, why: values.why.trim() }).unwrap());
      toast({ text: t('releases.pin.done', { who, version }) });
      onClose();
    },
  });
  return { form, who: subjectOf(form.values, own)?.who ?? '' };
}

/** A release for one account or one session, whatever everybody else gets. */
export function PinDialog(props: PinDialogProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const own = useOwnSession();
  const { form, who } = usePinForm(props, own.session);
  const { remote, version, onClose } = props;
  const until = instantOf(form.values.until, format.timezone);
  const sentence = () => {
    if (who === '') return t('releases.pin.saysNobody', { version });
    if (until === null) return t('releases.pin.says', { who, version });
    const end = { until: format.dateTime(until), zone: format.timezone };
    return t('releases.pin.saysUntil', { who, version, ...end });
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
      <div className={forms.form}>
        <PinWhom form={form} own={own} />
        <DateInput
          {...form.field('until')}
          withTime
          label={t('releases.pin.until', { zone: format.timezone })}
          description={t('releases.pin.untilHint')}
        />
      </div>
    </ChangeDialog>
  );
}
