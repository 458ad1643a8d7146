import type { Creative } from '@ezdash/contracts';
import { FLUID_SIZES } from '@ezdash/contracts/constants';
import { Drawer, SegmentedControl, sizeText } from '@ezdash/ui';
import { CreativeView } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './preview.module.css';

/** As wide as a small page, in CSS pixels, where there is room. */
const WIDTH = 800;
const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/** Lines of a page, which nobody reads. */
function Lines({ count }: { count: number }) {
  return (
    <div className={classes.lines} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells them apart, and none ever moves
        <span key={index} />
      ))}
    </div>
  );
}

/** As much of a creative as people see, whether it belongs to a campaign yet or not. */
export type Shown = Pick<Creative, 'id' | 'name' | 'alt' | 'image'>;

/** A creative at every height that its places have: one for a banner or a video. */
function Places({ creative }: { creative: Shown }) {
  const { t } = useTranslation('advertiser');
  const { image, alt } = creative;
  const broken = <span>{t('creative.missing')}</span>;
  if (image.width > 0) return <CreativeView asset={image} alt={alt} width={image.width} broken={broken} />;
  return FLUID_SIZES.filter(({ kind }) => kind === image.format).map(({ height }) => (
    <div key={height} className={classes.fluid}>
      <CreativeView asset={image} alt={alt} height={height} broken={broken} />
    </div>
  ));
}

interface CreativesPreviewProps {
  creatives: readonly Shown[];
  opened: boolean;
  onClose: () => void;
}

/** Every creative of a campaign in the midst of a page, in each of its sizes, by day and by night. */
export function CreativesPreview({ creatives, opened, onClose }: CreativesPreviewProps) {
  const { t } = useTranslation(['advertiser', 'ui']);
  const [scheme, setScheme] = useState<Scheme>('light');
  return (
    <Drawer opened={opened} onClose={onClose} title={t('creatives.preview')} width={WIDTH}>
      <SegmentedControl
        aria-label={t('creatives.pageScheme')}
        value={scheme}
        onChange={(value) => setScheme(value as Scheme)}
        data={SCHEMES.map((value) => ({ value, label: t(`creatives.scheme.${value}`) }))}
      />
      <div className={classes.page} data-scheme={scheme} data-mantine-color-scheme={scheme}>
        {creatives.map((creative) => (
          <section key={creative.id} aria-label={creative.name}>
            <Lines count={3} />
            <p className={classes.label}>
              <bdi>{creative.name}</bdi>
              {' · '}
              {creative.image.width > 0 ? sizeText(creative.image) : t(`ui:format.${creative.image.format}`)}
            </p>
            <div className={classes.place}>
              <Places creative={creative} />
            </div>
          </section>
        ))}
        <Lines count={3} />
      </div>
    </Drawer>
  );
}
