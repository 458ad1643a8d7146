import type { Asset } from '@ezdash/contracts';
import { Drawer } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { NativeForm } from './NativeForm';
import { takesOwnClicks } from './ownClicks';
import { TextForm } from './TextForm';
import type { CreativeFiles } from './useCreativeFiles';

/** Where a native or a text ad is written. Stands beside the form that the new creative belongs to, not in it. */
export function WordsDrawer({ files }: { files: CreativeFiles }) {
  const { t } = useTranslation('advertiser');
  const { pricing, writing, onWrite, onAdded } = files;
  const withChain = takesOwnClicks(pricing);
  const close = () => onWrite(null);
  const added = (asset: Asset) => {
    close();
    if (asset.format === 'native') onAdded(asset, asset.parts.title);
    else if (asset.format === 'text') onAdded(asset, asset.parts.headline);
  };
  return (
    <Drawer opened={writing !== null} onClose={close} title={t(`words.new.${writing ?? 'native'}`)}>
      {writing === 'native' ? <NativeForm withChain={withChain} onAdded={added} onCancel={close} /> : null}
      {writing === 'text' ? <TextForm withChain={withChain} onAdded={added} onCancel={close} /> : null}
    </Drawer>
  );
}
