import { AD_SIZES, HTML5, IMAGE_MAX_BYTES, VIDEO } from '@ezdash/contracts/constants';
import { Button, IconUpload } from '@ezdash/ui';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { creativeFiles } from './creativeFile';
import classes from './creatives.module.css';
import { useWeight } from './useImageFacts';

interface ImageDropProps {
  /** Sizes the draft already has, as `300×250`. */
  have: readonly string[];
  most: number;
  /** Whether the campaign's pricing takes ads that lead their own clicks. */
  withHtml5: boolean;
  onFiles: (files: File[]) => void;
  /** Other ways to add a creative. */
  children?: ReactNode;
}

/** A place to drop images, HTML5 ads and videos on, with a button that does the same for keyboard and touch. */
export function ImageDrop({ have, most, withHtml5, onFiles, children }: ImageDropProps) {
  const { t } = useTranslation('advertiser');
  const weight = useWeight();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  const sizes = AD_SIZES.map(({ width, height }) => `${width}×${height}`);
  return (
    <div className={classes.section} data-field="creatives">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping has no keyboard; the button inside does the same */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconUpload size={20} stroke={1.7} aria-hidden />
        <b>{over ? t('upload.dropNow') : t(withHtml5 ? 'upload.drop' : 'upload.dropNoHtml5')}</b>
        <Button variant="default" onClick={() => input.current?.click()}>
          {t('upload.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept={creativeFiles(withHtml5)}
          aria-label={t('upload.choose')}
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            // The same file may be chosen again after it was removed.
            event.currentTarget.value = '';
          }}
        />
        <p className={classes.hint}>
          {t(withHtml5 ? 'upload.hint' : 'upload.hintNoHtml5', {
            most: weight(IMAGE_MAX_BYTES),
            zip: weight(HTML5.mostZipBytes),
            video: weight(VIDEO.mostBytes),
            count: most,
          })}
        </p>
      </div>
      {children}
      <ul className={classes.sizes} aria-label={t('upload.sizes')}>
        {sizes.map((size) => (
          <li key={size} data-have={have.includes(size) || undefined}>
            {size}
          </li>
        ))}
      </ul>
    </div>
  );
}
