import { Button, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { kindOf, MOST_BYTES } from './creativeFile';
import classes from './creatives.module.css';
import { useWeight } from './useImageFacts';
import type { Upload } from './useUploads';

/** Why a file was not taken, in a sentence; empty while it is under way. */
export function useFailureText(): (upload: Pick<Upload, 'problem' | 'failure' | 'file'>) => string {
  const { t } = useTranslation('advertiser');
  const weight = useWeight();
  return ({ problem, failure, file }) => {
    if (problem) {
      const { code, width, height } = problem;
      return t(`upload.${code}`, {
        width,
        height,
        size: weight(file.size),
        most: weight(MOST_BYTES[kindOf(file)]),
      });
    }
    if (!failure || failure.status === 'aborted') return '';
    if (typeof failure.status === 'string') return t(`upload.${failure.status}`);
    return failure.message || t('upload.refused');
  };
}

/** What the server read and refused; the same file would be refused again. */
const REFUSED: readonly (number | string)[] = [400, 413, 415, 422];

interface UploadRowProps {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}

/** A chosen file that is not stored: how far it is, or what is wrong with it. */
export function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const failureText = useFailureText()(upload);
  const { file, previewUrl, share, failure } = upload;
  return (
    <li className={classes.upload}>
      <span className={classes.thumb}>{previewUrl ? <img src={previewUrl} alt="" /> : null}</span>
      <div className={classes.words}>
        <div>
          <div className={classes.fileName} title={file.name}>
            <bdi>{file.name}</bdi>
          </div>
          {failureText ? (
            <p className={classes.failure} role="alert">
              {failureText}
            </p>
          ) : (
            <>
              <span className={classes.note}>
                {share === 0
                  ? t('upload.checking')
                  : t('upload.sending', { share: format.percent(share, 0) })}
              </span>
              <progress
                className={classes.progress}
                max={1}
                value={share}
                aria-label={t('upload.progress', { name: file.name })}
              />
            </>
          )}
        </div>
      </div>
      <div className={classes.actions}>
        {failure && !REFUSED.includes(failure.status) ? (
          <Button variant="default" onClick={onRetry}>
            {t('upload.retry')}
          </Button>
        ) : null}
        <Button variant="subtle" aria-label={t('upload.removeNamed', { name: file.name })} onClick={onRemove}>
          {t('upload.remove')}
        </Button>
      </div>
    </li>
  );
}
