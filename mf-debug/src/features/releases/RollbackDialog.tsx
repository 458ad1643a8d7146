import type { ReleaseInfo, RemoteState } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { toast, useForm, useFormat } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { ChangeDialog } from './ChangeDialog';
import { useDebugRollbackReleaseMutation } from './releases.api';
import styles from './releases.module.css';
import { useSideEffects } from './useSideEffects';

/** A longer version stands in the question alone. */
const MOST_IN_BUTTON = 20;

/** The verb of a button: with the version as far as that is short. */
export function useRollbackVerb(): (version: string) => string {
  const { t } = useTranslation('debug');
  return (version) =>
    version.length <= MOST_IN_BUTTON
      ? t('releases.rollback.verb', { version })
      : t('releases.rollback.short');
}

/** Releases that everybody had once and has no more, the one before first, then newest first. */
export function versionsBefore(
  { active, previous }: Pick<RemoteState, 'active' | 'previous'>,
  releases: readonly Pick<ReleaseInfo, 'version' | 'was_active'>[],
): string[] {
  const had = releases.flatMap((release) => (release.was_active ? [release.version] : []));
  const others = had.filter((version) => version !== previous && version !== active?.version);
  return previous === null ? others : [previous, ...others];
}

interface RollbackDialogProps {
  state: RemoteState;
  releases: readonly ReleaseInfo[];
  /** Chosen at first. */
  version: string;
  onClose: () => void;
}

/** Back to a release that everybody had, the one before or another. */
export function RollbackDialog({ state, releases, version, onClose }: RollbackDialogProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { run } = useWithProof();
  const verbOf = useRollbackVerb();
  const sideEffects = useSideEffects(state);
  const [rollback] = useDebugRollbackReleaseMutation();
  const { remote, active, previous } = state;
  const form = useForm<{ to: string; why: string }>({
    initial: { to: version, why: '' },
    onSubmit: async ({ to, why }) => {
      await run(() => rollback({ remote, to, why: why.trim() }).unwrap());
      toast({ text: t('releases.rollback.done', { version: to }) });
      onClose();
    },
  });
  const { to } = form.values;
  const before = versionsBefore(state, releases);
  const publishedAt = new Map(releases.map((release) => [release.version, release.published_at]));
  const labelOf = (one: string) => {
    if (one === previous) return t('releases.rollback.choicePrevious', { version: one });
    return t('releases.rollback.choice', { version: one, date: format.date(publishedAt.get(one) ?? '') });
  };
  return (
    <ChangeDialog
      title={t('releases.rollback.ask', { remote, version: to })}
      verb={verbOf(to)}
      danger
      says={[
        t('releases.rollback.says', { version: to, active: active?.version ?? '' }),
        ...sideEffects,
        t('releases.rollback.saysGate', { version: to }),
      ]}
      notDone={t('releases.rollback.notDone')}
      form={form}
      why={form.field('why')}
      onClose={onClose}
    >
      {before.length > 1 ? (
        <Select
          {...form.field('to')}
          classNames={{ option: styles.version }}
          label={t('releases.rollback.to')}
          description={t('releases.rollback.toHint')}
          data={before.map((one) => ({ value: one, label: labelOf(one) }))}
          allowDeselect={false}
          onChange={(next) => form.set({ to: next ?? to })}
        />
      ) : null}
    </ChangeDialog>
  );
}
