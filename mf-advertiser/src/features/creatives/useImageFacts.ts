import type { Asset } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

const KILOBYTE = 1_024;

/** "34 kB", in the person's locale; never less than one. */
export function useWeight(): (byteCount: number) => string {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return (byteCount) =>
    t('upload.kb', { amount: format.count(Math.max(1, Math.round(byteCount / KILOBYTE))) });
}

/** "300×250 · 34 kB". */
export function useImageFacts(): (asset: Asset) => string {
  const { t } = useTranslation('advertiser');
  const weight = useWeight();
  return (asset) =>
    t('creative.facts', { size: `${asset.width}×${asset.height}`, weight: weight(asset.bytes) });
}
