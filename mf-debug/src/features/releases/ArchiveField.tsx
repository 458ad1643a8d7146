import { MOST_RELEASE_BYTES } from '@ezdash/contracts/constants';
import { Button, IconUpload, useFormat } from '@ezdash/ui';
import { useFileDrop } from '@ezdash/ui/conversation';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './releases.module.css';

const MEGABYTE = 1_000_000;

interface ArchiveFieldProps {
  name: string;
  value: File | null;
  error: string | undefined;
  onChange: (file: File | null) => void;
  /** What of it has gone out, 0–1; null while nothing is sent. */
  sent: number | null;
}

/** How far the archive is on its way. */
function Progress({ name, sent }: { name: string; sent: number }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return (
    <div className={styles.sending}>
      <progress max={1} value={sent} aria-label={t('releases.publish.progress', { name })} />
      <span className="ez-small ez-num" aria-hidden={sent < 1}>
        {sent < 1 ? t('releases.publish.sent', { share: format.percent(sent, 0) }) : null}
      </span>
      <span className="ez-small" role="status">
        {sent < 1 ? null : t('releases.publish.checked')}
      </span>
    </div>
  );
}

/** A place to drop a release's archive on, with a button that does the same. */
export function ArchiveField({ name, value, error, onChange, sent }: ArchiveFieldProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const over = useFileDrop(box, ([file]) => file && sent === null && onChange(file));
  const megabytes = (bytes: number) =>
    new Intl.NumberFormat(format.locale, { maximumFractionDigits: 1 }).format(
      Math.max(0.1, bytes / MEGABYTE),
    );
  return (
    <fieldset
      ref={box}
      className={styles.drop}
      data-over={over || undefined}
      data-wrong={error ? '' : undefined}
    >
      <legend className="ez-sr">{t('releases.publish.archive')}</legend>
      <IconUpload size={20} stroke={1.7} aria-hidden />
      {value ? (
        <p>
          <b>
            <bdi>{value.name}</bdi>
          </b>{' '}
          <span className="ez-small">{t('releases.publish.size', { size: megabytes(value.size) })}</span>
        </p>
      ) : (
        <b>{t(over ? 'releases.publish.dropNow' : 'releases.publish.drop')}</b>
      )}
      {sent === null ? (
        <Button
          name={name}
          variant="default"
          data-autofocus
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          onClick={() => input.current?.click()}
        >
          {t(value ? 'releases.publish.chooseOther' : 'releases.publish.choose')}
        </Button>
      ) : (
        <Progress name={value?.name ?? ''} sent={sent} />
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip,application/zip"
        aria-label={t('releases.publish.archive')}
        onChange={(event) => {
          onChange(event.currentTarget.files?.[0] ?? null);
          // The same file may be chosen again after it was made anew.
          event.currentTarget.value = '';
        }}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {t('releases.publish.archiveHint', { most: format.count(MOST_RELEASE_BYTES / MEGABYTE) })}
      </p>
      {error ? (
        <p id={`${id}-error`} className={styles.wrong} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
