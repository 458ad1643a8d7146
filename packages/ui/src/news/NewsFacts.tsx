import type { NewsItem } from '@ezdash/contracts';
import { IconPinned, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './news.module.css';

type Facts = Pick<NewsItem, 'category' | 'pinned' | 'updated_at'> & { published_at: string | null };

interface NewsFactsProps {
  article: Facts;
  /** The time besides the day: where one article is read. */
  withTime?: boolean;
  /** The list has the day elsewhere. */
  withoutDate?: boolean;
}

/** What an article is about, when it came out and whether it was changed since. */
export function NewsFacts({ article, withTime = false, withoutDate = false }: NewsFactsProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const { category, pinned, published_at: publishedAt, updated_at: updatedAt } = article;
  const moment = (at: string) => (withTime ? format.dateTime(at) : format.date(at));
  return (
    <>
      <span className={styles.category} data-category={category}>
        {t(`news.category.${category}`)}
      </span>
      {pinned ? (
        <span className={styles.pinned}>
          <IconPinned size={14} stroke={1.7} aria-hidden />
          {t('news.pinned')}
        </span>
      ) : null}
      {publishedAt !== null && !withoutDate ? (
        <time dateTime={publishedAt}>{moment(publishedAt)}</time>
      ) : null}
      {updatedAt === null ? null : (
        <span>
          {t('news.updated')} <time dateTime={updatedAt}>{moment(updatedAt)}</time>
        </span>
      )}
    </>
  );
}
