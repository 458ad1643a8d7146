import type { Attachment } from '@ezdash/contracts';
import { IconDownload } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './conversation.module.css';
import { TYPE_NAMES, useByteText } from './useByteText';

/** Files of a message that was sent, each to be saved. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const { t } = useTranslation('ui');
  const byteText = useByteText();
  if (attachments.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={t('conversation.files')}>
      {attachments.map(({ id, name, type, bytes, href }) => (
        <li key={id}>
          <a className={styles.file} href={href} download={name}>
            <IconDownload size={15} stroke={1.7} aria-hidden />
            <span className={styles.fileName}>
              <span className="ez-sr">{t('conversation.download')} </span>
              <bdi>{name}</bdi>
            </span>
            <small>
              {TYPE_NAMES[type]}, {byteText(bytes)}
            </small>
          </a>
        </li>
      ))}
    </ul>
  );
}
