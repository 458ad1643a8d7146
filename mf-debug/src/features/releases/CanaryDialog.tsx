import type { RemoteState } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { type Form, toast, useForm, useFormat } from '@ezdash/ui';
import { NumberField } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { ChangeDialog } from './ChangeDialog';
import { useDebugCanaryReleaseMutation } from './releases.api';
import styles from './releases.module.css';
import { isShare, LEAST_SHARE, MOST_SHARE, shareDigits } from './share';

const FIRST_SHARE = 10;

interface Values {
  percent: number | null;
  why: string;
}

function ShareField({ form }: { form: Form<Values> }) {
  const { t } = useTranslation('debug');
  const label = t('releases.canary.share');
  return (
    <div className={styles.share}>
      <input
        type="range"
        aria-label={label}
        min={1}
        max={99}
        step={1}
        value={form.values.percent ?? LEAST_SHARE}
        onChange={(event) => form.set({ percent: Number(event.currentTarget.value) })}
      />
      <NumberField {...form.field('percent')} data-autofocus label={label} digits={1} suffix="%" />
    </div>
  );
}

/** What visitors will get, and what ends with it. */
function useSentences({ active, canary }: RemoteState, version: string, percent: number | null) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const shown = (share: number) => format.percent(share / 100, shareDigits(share));
  if (!isShare(percent)) return [t('releases.canary.saysNothing')];
  const isSame = canary?.version === version;
  return [
    t('releases.canary.says', {
      share: shown(percent),
      version,
      active: active?.version,
      context: active ? undefined : 'first',
    }),
    t(isSame ? 'releases.canary.sticky' : 'releases.canary.choice', {
      before: isSame ? shown(canary.percent) : '',
    }),
    canary && !isSame ? t('releases.endsCanary', { canary: canary.version }) : null,
  ].filter((sentence) => sentence !== null);
}

interface CanaryDialogProps {
  state: RemoteState;
  version: string;
  onClose: () => void;
}

/** A release for a share of visitors; of the one that a share has already, another share. */
export function CanaryDialog({ state, version, onClose }: CanaryDialogProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { run } = useWithProof();
  const [begin] = useDebugCanaryReleaseMutation();
  const running = state.canary?.version === version ? state.canary : null;
  const form = useForm<Values>({
    initial: { percent: running?.percent ?? FIRST_SHARE, why: '' },
    check: ({ percent }) => ({
      percent: isShare(percent)
        ? undefined
        : t('releases.canary.shareWrong', {
            least: format.percent(LEAST_SHARE / 100, 1),
            most: format.percent(MOST_SHARE / 100, 1),
          }),
    }),
    onSubmit: async ({ percent, why }) => {
      if (percent === null) return;
      await run(() => begin({ remote: state.remote, version, percent, why: why.trim() }).unwrap());
      const share = format.percent(percent / 100, shareDigits(percent));
      toast({ text: t('releases.canary.done', { version, share }) });
      onClose();
    },
  });
  return (
    <ChangeDialog
      title={t(running ? 'releases.canary.askShare' : 'releases.canary.ask', {
        version,
        remote: state.remote,
      })}
      verb={t(running ? 'releases.canary.verbShare' : 'releases.canary.verb')}
      says={useSentences(state, version, form.values.percent)}
      notDone={t('releases.canary.notDone', { version })}
      gate
      form={form}
      why={form.field('why')}
      onClose={onClose}
    >
      <ShareField form={form} />
    </ChangeDialog>
  );
}
