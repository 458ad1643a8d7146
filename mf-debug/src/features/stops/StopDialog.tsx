import type { Stop, StopKind } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { BlockSkeleton, Textarea, toast, useForm, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../console/FormDialog';
import { MoneyFailure } from '../money/MoneyFailure';
import { useDebugLiftStopMutation, useDebugStopMutation, useDebugStopsQuery } from './stops.api';
import styles from './stops.module.css';

const REASON_LENGTH = 500;
const NOTE_LENGTH = 1_000;

export interface StopSubject {
  kind: StopKind;
  id: string;
  name: string;
}

/** What was stopped of it before, and how each of these ended. */
function History({ stops }: { stops: readonly Stop[] }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  if (stops.length === 0) return null;
  return (
    <section aria-label={t('stops.history')}>
      <ul className={styles.history}>
        {stops.map(({ id, reason, note, stopped_by, stopped_at, lifted }) => (
          <li key={id}>
            <q dir="auto">{reason}</q>
            {note ? <span dir="auto">{note}</span> : null}
            <small>{t('stops.by', { time: format.dateTime(stopped_at), name: stopped_by })}</small>
            {lifted ? (
              <small>
                {t(lifted.how === 'approval' ? 'stops.approvedBy' : 'stops.liftedBy', {
                  time: format.dateTime(lifted.at),
                  name: lifted.by,
                })}
              </small>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FormProps extends StopSubject {
  stops: readonly Stop[];
  onClose: () => void;
}

function StopForm({ kind, id, name, stops, onClose }: FormProps) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [stop] = useDebugStopMutation();
  const [lift] = useDebugLiftStopMutation();
  const open = stops.find(({ lifted }) => lifted === null);
  const form = useForm<{ reason: string; note: string }>({
    initial: { reason: '', note: '' },
    check: ({ reason }) => ({ reason: !open && reason.trim() === '' ? t('stops.reasonMissing') : undefined }),
    onSubmit: async ({ reason, note }) => {
      if (open) await run(() => lift({ id: open.id, note }).unwrap());
      else await run(() => stop({ kind, id, reason: reason.trim(), note }).unwrap());
      toast({ text: t(open ? 'stops.lifted' : 'stops.stopped', { name }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(open ? 'stops.liftQuestion' : 'stops.question', { name })}
      verb={t(open ? 'stops.lift' : 'stops.stop')}
      danger={!open}
      form={form}
      onClose={onClose}
    >
      <History stops={stops} />
      {open ? null : (
        <>
          <p>{t(`stops.effect.${kind}`)}</p>
          <Textarea
            {...form.field('reason')}
            label={t('stops.reason')}
            description={t('stops.reasonHint')}
            rows={3}
            maxLength={REASON_LENGTH}
          />
        </>
      )}
      <Textarea {...form.field('note')} label={t('stops.note')} rows={2} maxLength={NOTE_LENGTH} />
      <MoneyFailure title={t('stops.notChanged')} failure={form.failure} otherErrors={form.otherErrors} />
    </FormDialog>
  );
}

/** Stops what is in force, or lifts the stop that is. */
export function StopDialog({ subject, onClose }: { subject: StopSubject; onClose: () => void }) {
  const { kind, id } = subject;
  const { currentData, isError } = useDebugStopsQuery({ kind, id }, { refetchOnMountOrArgChange: true });
  if (!currentData && !isError) return <BlockSkeleton />;
  return <StopForm {...subject} stops={currentData?.stops ?? []} onClose={onClose} />;
}
