import type { NewsItem } from '@ezdash/contracts';
import { AppLink, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { NewsFacts } from './NewsFacts';
import styles from './news.module.css';

interface NewsRowProps {
  article: NewsItem;
  href: string;
}

/** Unread ones have a mark and a heavier title; for those who see neither the word stands before the title. */
export function NewsTitle({ article, href }: NewsRowProps) {
  const { t } = useTranslation('ui');
  return (
    <>
      <i className={styles.mark} data-unread={!article.read || undefined} aria-hidden />
      <AppLink href={href} className={styles.link} data-unread={!article.read || undefined}>
        {article.read ? null : <span className="ez-sr">{t('news.unreadMark')} </span>}
        <bdi>{article.title}</bdi>
      </AppLink>
    </>
  );
}

function NewsRow({ article, href }: NewsRowProps) {
  const format = useFormat();
  const publishedAt = article.published_at;
  return (
    <li className={styles.row}>
      <h2 className={styles.title}>
        <NewsTitle article={article} href={href} />
      </h2>
      <time className={styles.date} dateTime={publishedAt}>
        {format.date(publishedAt)}
      </time>
      {article.summary ? (
        <p className={styles.summary}>
          <bdi>{article.summary}</bdi>
        </p>
      ) : null}
      <div className={styles.facts}>
        <NewsFacts article={article} withoutDate />
      </div>
    </li>
  );
}

/** Articles, each as what leads to it. */
export function NewsRows({ articles, basePath }: { articles: readonly NewsItem[]; basePath: string }) {
  return (
    <ul className={styles.rows}>
      {articles.map((article) => (
        <NewsRow key={article.id} article={article} href={`${basePath}/${article.id}`} />
      ))}
    </ul>
  );
}
