import { Button } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreativesPreview, type Shown } from './CreativesPreview';

/** Shows these creatives in the midst of a page. */
export function PreviewButton({ creatives }: { creatives: readonly Shown[] }) {
  const { t } = useTranslation('advertiser');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('creatives.preview')}
      </Button>
      <CreativesPreview creatives={creatives} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
