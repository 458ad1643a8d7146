import type { Asset } from '@ezdash/contracts';
import { CreativeView } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import classes from './creatives.module.css';
import { useImageFacts } from './useImageFacts';

/** Tall formats are drawn smaller, in CSS pixels: a page is no skyscraper. */
const MOST_HEIGHT = 280;

interface CreativePreviewProps {
  asset: Asset;
  alt: string;
}

/** A creative at its true proportions and, where there is room, its true size, with its size and weight below. */
export function CreativePreview({ asset, alt }: CreativePreviewProps) {
  const { t } = useTranslation('advertiser');
  const factsOf = useImageFacts();
  const { width, height } = asset;
  return (
    <figure className={classes.preview}>
      <CreativeView
        asset={asset}
        alt={alt}
        width={Math.min(width, (MOST_HEIGHT * width) / Math.max(1, height))}
        broken={<span className={classes.broken}>{t('creative.missing')}</span>}
      />
      <figcaption>{factsOf(asset)}</figcaption>
    </figure>
  );
}
