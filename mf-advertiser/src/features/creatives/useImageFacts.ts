import type { Asset } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

const KILOBYTE = 1_024;
const MEGABYTE = 1_048_576;

/** "34 kB" or "2 MB", in the person's locale; never less than one kB. */
export function useWeight(): (byteCount: number) => string {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return (byteCount) =>
    byteCount < MEGABYTE
      ? t('upload.kb', { amount: format.count(Math.max(1, Math.round(byteCount / KILOBYTE))) })
      : t('upload.mb', { amount: format.count(Math.round(byteCount / MEGABYTE)) });
}

/** As the player beside it counts: what is begun is no second yet. */
const wholeSeconds = (ms: number) => Math.max(1, Math.floor(ms / 1_000));

/** "300×250 · 34 kB", with the format of what is no image; a video says how long it runs, words their format alone. */
export function useImageFacts(): (asset: Asset) => string {
  const { t } = useTranslation(['advertiser', 'ui']);
  const weight = useWeight();
  return (asset) => {
    const name = t(`ui:format.${asset.format}`);
    if (asset.width === 0) return name;
    const facts = t('creative.facts', {
      size: `${asset.width}×${asset.height}`,
      weight: weight(asset.bytes),
    });
    if (asset.format === 'video')
      return `${name} · ${t('creative.seconds', { count: wholeSeconds(asset.parts.duration_ms) })} · ${facts}`;
    return asset.format === 'html5' ? `${name} · ${facts}` : facts;
  };
}
