import { SUPPORT_LIMITS } from '@ezdash/contracts/constants';
import { IconX, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './conversation.module.css';
import { type DraftControls, type DraftFile, isUnderWay } from './draft';
import { TYPE_NAMES, useByteText } from './useByteText';

/** Why a file was not taken, in a sentence. */
function useProblemText(): (file: DraftFile) => string {
  const { t } = useTranslation('ui');
  const byteText = useByteText();
  return ({ problem, file }) => {
    if (!problem) return '';
    if (problem.kind === 'refused' && problem.message !== '') return problem.message;
    return t(`conversation.file.${problem.kind}`, {
      size: byteText(file.size),
      most: byteText(SUPPORT_LIMITS.attachmentBytes),
    });
  };
}

function DraftFileRow({ file, draft }: { file: DraftFile; draft: DraftControls }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const byteText = useByteText();
  const { key, attachment, problem, share } = file;
  const { name, size } = file.file;
  const problemText = useProblemText()(file);
  const kind = attachment ? `${TYPE_NAMES[attachment.type]}, ` : '';
  return (
    <li className={styles.draftFile} data-bad={problem ? true : undefined}>
      <span className={styles.fileName} title={name}>
        <bdi>{name}</bdi>
      </span>
      <small>
        {isUnderWay(file)
          ? t('conversation.file.sending', { share: format.percent(share, 0) })
          : `${kind}${byteText(size)}`}
      </small>
      <button
        type="button"
        className={styles.removeFile}
        aria-label={t('conversation.file.remove', { name })}
        onClick={() => draft.remove(key)}
      >
        <IconX size={14} aria-hidden />
      </button>
      {isUnderWay(file) ? (
        <progress max={1} value={share} aria-label={t('conversation.file.progress', { name })} />
      ) : null}
      {problem ? (
        <p role="alert">
          {problemText}{' '}
          {problem.requestId ? (
            <>
              {t('error.request')} <span className="ez-mono">{problem.requestId}</span>{' '}
            </>
          ) : null}
          {problem.again ? (
            <button
              type="button"
              className="ez-link"
              aria-label={t('conversation.file.retryNamed', { name })}
              onClick={() => draft.retry(key)}
            >
              {t('error.retry')}
            </button>
          ) : null}
        </p>
      ) : null}
    </li>
  );
}

/** Files chosen for a message that is being written: how far each is, or why it was not taken. */
export function DraftFiles({ draft }: { draft: DraftControls }) {
  const { t } = useTranslation('ui');
  return (
    <>
      {draft.files.length > 0 ? (
        <ul className={styles.draftFiles} aria-label={t('conversation.files')}>
          {draft.files.map((file) => (
            <DraftFileRow key={file.key} file={file} draft={draft} />
          ))}
        </ul>
      ) : null}
      {draft.leftOut > 0 ? (
        <p className={styles.fieldError} role="alert">
          {t('conversation.file.leftOut', { count: draft.leftOut, most: SUPPORT_LIMITS.attachments })}
        </p>
      ) : null}
    </>
  );
}
