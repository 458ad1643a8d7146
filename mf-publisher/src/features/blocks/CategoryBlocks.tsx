import type { Category, PropertyBlocks } from '@ezdash/contracts';
import { CATEGORIES } from '@ezdash/contracts/constants';
import { Checkbox, Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { Blocking } from '../adReview/useBlocking';
import styles from './blocks.module.css';

interface CategoryBlocksProps {
  known: PropertyBlocks;
  propertyId: string;
  blocking: Blocking;
  isArchived: boolean;
}

/** Every category with what it earned here lately: what a block of it costs. */
export function CategoryBlocks({ known, propertyId, blocking, isArchived }: CategoryBlocksProps) {
  const { t } = useTranslation(['publisher', 'ui']);
  const format = useFormat();
  const total = known.categories.reduce((sum, { earnings_micros: micros }) => sum + micros, 0);
  const earned = new Map(known.categories.map((row) => [row.category, row.earnings_micros]));
  const blocked = new Set(known.blocks.filter(({ kind }) => kind === 'category').map(({ value }) => value));
  const share = (category: Category | null) => (total > 0 ? (earned.get(category) ?? 0) / total : 0);
  const cost = (category: Category | null) => {
    const micros = earned.get(category) ?? 0;
    return micros === 0
      ? t('blocks.earnedNothing')
      : t('blocks.earned', { amount: format.money(micros), share: format.percent(share(category), 1) });
  };
  // What earns most is what a block of it would cost most.
  const ordered = CATEGORIES.toSorted((a, b) => (earned.get(b) ?? 0) - (earned.get(a) ?? 0));
  return (
    <Panel title={t('blocks.categories')} hint={t('blocks.categoriesHint')}>
      <p className={styles.lead}>
        {t(blocked.size > 0 ? 'blocks.nameless' : 'blocks.namelessWould')}
        {(earned.get(null) ?? 0) > 0 ? ` ${t('blocks.namelessEarned', { cost: cost(null) })}` : ''}
      </p>
      <ul className={styles.categories} aria-label={t('blocks.categories')}>
        {ordered.map((category) => (
          <li key={category}>
            <Checkbox
              label={t(`ui:category.${category}`)}
              description={cost(category)}
              checked={blocked.has(category)}
              disabled={isArchived}
              onChange={(event) =>
                void blocking[event.currentTarget.checked ? 'block' : 'unblock'](
                  { kind: 'category', value: category, name: t(`ui:category.${category}`) },
                  { id: propertyId },
                )
              }
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
