import type { RemoteState } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { Radio, toast, useForm, useFormat } from '@ezdash/ui';
import { DateInput } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import forms from '../console/console.module.css';
import { ChangeDialog } from './ChangeDialog';
import { useDebugActivateReleaseMutation } from './releases.api';
import styles from './releases.module.css';
import { useSideEffects } from './useSideEffects';
import { instantOf } from './zonedTime';

interface Values {
  when: 'now' | 'later';
  /** A day and a time of the person's zone: YYYY-MM-DDTHH:MM. */
  at: string;
  why: string;
}

interface ActivateDialogProps {
  state: RemoteState;
  version: string;
  onClose: () => void;
}

function useActivation({ state, version, onClose }: ActivateDialogProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { run } = useWithProof();
  const [activate] = useDebugActivateReleaseMutation();
  const problemOf = (at: string) => {
    const instant = instantOf(at, format.timezone);
    if (instant === null) return t('releases.activate.atMissing');
    return Date.parse(instant) > Date.now() ? undefined : t('releases.activate.atPast');
  };
  const form = useForm<Values>({
    initial: { when: 'now', at: '', why: '' },
    check: ({ when, at }) => ({ at: when === 'later' ? problemOf(at) : undefined }),
    onSubmit: async ({ when, at: minute, why }) => {
      const at = when === 'later' ? (instantOf(minute, format.timezone) ?? undefined) : undefined;
      await run(() => activate({ remote: state.remote, version, why: why.trim(), at }).unwrap());
      toast({
        text: at
          ? t('releases.activate.planned', { version, at: format.dateTime(at) })
          : t('releases.activate.done', { version }),
      });
      onClose();
    },
  });
  return form;
}

/** What visitors will get, and what ends with it. */
function useSentences(state: RemoteState, version: string, at: string | null) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const sideEffects = useSideEffects(state);
  const { active } = state;
  const context = active ? undefined : 'first';
  const values = { version, active: active?.version, context };
  return [
    at === null
      ? t('releases.activate.says', values)
      : t('releases.activate.saysLater', { ...values, at: format.dateTime(at), zone: format.timezone }),
    ...sideEffects,
  ];
}

/** A release for everybody, now or at a time. */
export function ActivateDialog(props: ActivateDialogProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const form = useActivation(props);
  const { version, state, onClose } = props;
  const { when, at } = form.values;
  const isLater = when === 'later';
  const says = useSentences(state, version, isLater ? instantOf(at, format.timezone) : null);
  const { error: _, ...choice } = form.field('when');
  return (
    <ChangeDialog
      title={t('releases.activate.ask', { version, remote: state.remote })}
      verb={t(isLater ? 'releases.activate.plan' : 'releases.activate.verb', { version })}
      says={says}
      notDone={t(isLater ? 'releases.activate.notPlanned' : 'releases.activate.notDone', { version })}
      gate
      form={form}
      why={form.field('why')}
      onClose={onClose}
    >
      <div className={forms.form}>
        <Radio.Group
          label={t('releases.activate.when')}
          name={choice.name}
          value={when}
          onChange={(value) => form.set({ when: value === 'later' ? 'later' : 'now' })}
        >
          <div className={styles.radios}>
            <Radio value="now" label={t('releases.activate.now')} />
            <Radio value="later" label={t('releases.activate.later')} />
          </div>
        </Radio.Group>
        {isLater ? (
          <DateInput
            {...form.field('at')}
            withTime
            label={t('releases.activate.at', { zone: format.timezone })}
            description={t('releases.activate.atHint')}
          />
        ) : null}
      </div>
    </ChangeDialog>
  );
}
