import type { Asset } from '@ezdash/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './creatives.module.css';
import { useImageFacts } from './useImageFacts';

/** Tall formats are drawn smaller, in CSS pixels: a page is no skyscraper. */
const MOST_HEIGHT = 280;

interface CreativePreviewProps {
  asset: Asset;
  alt: string;
}

/** An image at its true proportions and, where there is room, its true size, with its size and weight below. */
export function CreativePreview({ asset, alt }: CreativePreviewProps) {
  const { t } = useTranslation('advertiser');
  const factsOf = useImageFacts();
  const [broken, setBroken] = useState(false);
  return (
    <figure className={classes.preview}>
      {broken ? (
        <span className={classes.broken}>{t('creative.missing')}</span>
      ) : (
        <img
          src={asset.url}
          alt={alt}
          width={asset.width}
          height={asset.height}
          loading="lazy"
          style={{ inlineSize: Math.min(asset.width, (MOST_HEIGHT * asset.width) / asset.height) }}
          onError={() => setBroken(true)}
        />
      )}
      <figcaption>{factsOf(asset)}</figcaption>
    </figure>
  );
}
