import type { Asset, CreativePicture, PictureUse } from '@ezdash/contracts';
import { IMAGE_TYPES } from '@ezdash/contracts/constants';
import { Button } from '@ezdash/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import { checkFile } from './checkImage';
import classes from './creatives.module.css';
import { useFailureText } from './UploadRow';
import { uploadImage } from './uploadImage';
import type { Upload } from './useUploads';

interface PictureFieldProps {
  label: string;
  hint: string;
  use: PictureUse;
  value: CreativePicture | null;
  onChange: (picture: CreativePicture | null) => void;
}

const pictureOf = ({ id, url, width, height }: Asset): CreativePicture => ({
  asset_id: id,
  url,
  width,
  height,
});

type Trouble = Pick<Upload, 'problem' | 'failure' | 'file'>;

/** A picture of a native ad: chosen, uploaded at once, shown, and taken out again. */
export function PictureField({ label, hint, use, value, onChange }: PictureFieldProps) {
  const { t } = useTranslation('advertiser');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [stop, setStop] = useState<AbortController | null>(null);
  const failureText = useFailureText();
  useEffect(() => () => stop?.abort(), [stop]);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    stop?.abort();
    const problem = checkFile(file);
    setTrouble(problem && { problem, failure: null, file });
    if (problem) return;
    const own = new AbortController();
    setStop(own);
    const answer = await uploadImage(file, own.signal, () => {}, use);
    if (own.signal.aborted) return;
    setStop(null);
    if ('failure' in answer) setTrouble({ problem: null, failure: answer.failure, file });
    else onChange(pictureOf(answer.asset));
  };
  return (
    <fieldset className={classes.pictureField} aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`} className={classes.hint}>
        {hint}
      </p>
      <div className={classes.pictureRow}>
        {value ? <img src={value.url} alt="" width={value.width} height={value.height} /> : null}
        <Button variant="default" loading={stop !== null} onClick={() => input.current?.click()}>
          {t(value ? 'words.replace' : 'words.choose')}
        </Button>
        {value ? (
          <Button
            variant="subtle"
            aria-label={t('upload.removeNamed', { name: label })}
            onClick={() => onChange(null)}
          >
            {t('upload.remove')}
          </Button>
        ) : null}
        <input
          ref={input}
          type="file"
          hidden
          accept={IMAGE_TYPES.join(',')}
          aria-label={label}
          onChange={(event) => {
            void choose(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {trouble ? <FieldError>{failureText(trouble)}</FieldError> : null}
    </fieldset>
  );
}
