import { MOST_RELEASE_BYTES } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { type Form, TextInput, toast, useForm, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../console/FormDialog';
import { MoneyFailure } from '../money/MoneyFailure';
import { ArchiveField } from './ArchiveField';
import { RemoteField, useRemoteProblem } from './RemoteField';
import styles from './releases.module.css';
import { usePublishing } from './usePublishing';

const MEGABYTE = 1_000_000;
const COMMIT_LENGTH = 64;
/** As the contracts have it. */
const COMMIT = /^[0-9a-f]{7,64}$/;

interface Values {
  remote: string;
  archive: File | null;
  commit: string;
}

/** What is wrong with the archive, file by file, as far as no field says it. */
function Faults({ failure }: { failure: unknown }) {
  const { t } = useTranslation('debug');
  const faults = Object.entries(toApiError(failure)?.errors ?? {}).filter(([name]) => name !== 'archive');
  if (faults.length === 0) return null;
  return (
    <section aria-label={t('releases.publish.faults')}>
      <ul className={styles.faults}>
        {faults.map(([name, texts]) => (
          <li key={name}>
            <bdi className="ez-mono">{name}</bdi>
            {texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function useArchiveProblem() {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return (file: File | null): string | undefined => {
    if (file === null) return t('releases.publish.archiveMissing');
    if (!/\.zip$/i.test(file.name)) return t('releases.publish.archiveWrong');
    if (file.size <= MOST_RELEASE_BYTES) return undefined;
    return t('releases.publish.archiveHeavy', { most: format.count(MOST_RELEASE_BYTES / MEGABYTE) });
  };
}

interface PublishDialogProps {
  /** Null: the dialog asks which. */
  remote: string | null;
  onPublished: (remote: string) => void;
  onClose: () => void;
}

function usePublishForm({ remote: known, onPublished, onClose }: PublishDialogProps) {
  const { t } = useTranslation('debug');
  const { publish, sent } = usePublishing();
  const archiveProblem = useArchiveProblem();
  const remoteProblem = useRemoteProblem();
  const form = useForm<Values>({
    initial: { remote: known ?? '', archive: null, commit: '' },
    check: ({ remote, archive, commit }) => ({
      remote: remoteProblem(remote),
      archive: archiveProblem(archive),
      commit: commit === '' || COMMIT.test(commit.trim()) ? undefined : t('releases.publish.commitWrong'),
    }),
    onSubmit: async ({ remote: named, archive: file, commit }) => {
      if (file === null) return;
      const remote = named.trim();
      const { version, isNew } = await publish({ remote, file, commit: commit.trim() });
      const said = isNew ? 'releases.publish.done' : 'releases.publish.again';
      toast({ text: t(said, { version, remote }) });
      onPublished(remote);
      onClose();
    },
  });
  return { form, sent };
}

function CommitField({ form }: { form: Form<Values> }) {
  const { t } = useTranslation('debug');
  return (
    <TextInput
      {...form.field('commit')}
      label={t('releases.publish.commit')}
      description={t('releases.publish.commitHint')}
      classNames={{ input: 'ez-mono' }}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={COMMIT_LENGTH}
      dir="ltr"
    />
  );
}

/** A release from an archive: nobody gets it yet. */
export function PublishDialog(props: PublishDialogProps) {
  const { t } = useTranslation('debug');
  const { form, sent } = usePublishForm(props);
  const { remote, onClose } = props;
  const { archive } = form.values;
  return (
    <FormDialog
      title={remote === null ? t('releases.publish.askAny') : t('releases.publish.ask', { remote })}
      verb={t('releases.publish.verb')}
      form={form}
      onClose={onClose}
    >
      {remote === null ? <RemoteField {...form.field('remote')} /> : null}
      <ArchiveField
        name="archive"
        value={archive}
        error={form.field('archive').error}
        sent={sent}
        onChange={(file) => form.set({ archive: file })}
      />
      <CommitField form={form} />
      <div className={styles.says}>
        <p>{t('releases.publish.says')}</p>
      </div>
      {form.failure ? (
        <div className={styles.refusal}>
          <MoneyFailure title={t('releases.publish.notDone')} failure={form.failure} />
          <Faults failure={form.failure} />
        </div>
      ) : null}
    </FormDialog>
  );
}
