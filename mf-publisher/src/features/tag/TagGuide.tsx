import type { PropertyDetail, Zone } from '@ezdash/contracts';
import { CodeBlock, sizeText } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GUIDES, type Guide, guideCode } from './guides';
import styles from './tag.module.css';
import { tagText } from './tagText';

/** The JavaScript tag, as the page at hand takes it. */
export function TagGuide({ zone, detail }: { zone: Zone; detail: PropertyDetail }) {
  const { t } = useTranslation('publisher');
  const [guide, setGuide] = useState<Guide>('html');
  const size = sizeText(zone);
  const codes =
    guide === 'html'
      ? [{ label: t('tag.label', { size }), language: 'HTML', code: tagText(zone, detail.tag_url) }]
      : guideCode(guide, zone, detail.tag_url).map((each) => ({
          ...each,
          label: t(`tagGuide.code.${each.label}`, { size }),
        }));
  return (
    <>
      <Select
        label={t('tagGuide.label')}
        data={GUIDES.map((value) => ({ value, label: t(`tagGuide.kinds.${value}`) }))}
        value={guide}
        allowDeselect={false}
        onChange={(value) => setGuide(GUIDES.find((each) => each === value) ?? 'html')}
      />
      <p className={styles.small}>{guide === 'html' ? t('tag.howTo') : t(`tagGuide.how.${guide}`)}</p>
      {codes.map((block) => (
        <CodeBlock key={`${guide} ${block.label}`} {...block} />
      ))}
    </>
  );
}
