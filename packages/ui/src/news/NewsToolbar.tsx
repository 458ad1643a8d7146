import type { NewsCategory } from '@ezdash/contracts';
import { NEWS_CATEGORIES } from '@ezdash/contracts/constants';
import { Checkbox, SegmentedControl } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './news.module.css';
import type { NewsFilter } from './types';

const ALL = 'all';

interface NewsToolbarProps {
  filter: NewsFilter;
  onFilter: (filter: NewsFilter) => void;
}

/** Which articles are shown. */
export function NewsToolbar({ filter, onFilter }: NewsToolbarProps) {
  const { t } = useTranslation('ui');
  const choices = [
    { value: ALL, label: t('news.all') },
    ...NEWS_CATEGORIES.map((category) => ({ value: category, label: t(`news.category.${category}`) })),
  ];
  const isCategory = (value: string): value is NewsCategory =>
    NEWS_CATEGORIES.some((category) => category === value);
  return (
    <div className={styles.toolbar}>
      <div className={styles.categories}>
        <SegmentedControl
          aria-label={t('news.categories')}
          data={choices}
          value={filter.category ?? ALL}
          onChange={(value) => onFilter({ ...filter, category: isCategory(value) ? value : null })}
        />
      </div>
      <Checkbox
        label={t('news.onlyUnread')}
        checked={filter.unreadOnly}
        onChange={(event) => onFilter({ ...filter, unreadOnly: event.currentTarget.checked })}
      />
    </div>
  );
}
