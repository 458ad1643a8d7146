import type { OperatorNewsRow } from '@ezdash/contracts';
import { AppLink, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ArticleState, stateOf } from './articleState';

const rowId = ({ id }: OperatorNewsRow) => id;
const rowName = ({ title }: OperatorNewsRow) => title;
const STATE_ORDER: readonly ArticleState[] = ['draft', 'withdrawn', 'published'];
const none = <span className="ez-dim">–</span>;

function useNewsColumns(): Column<OperatorNewsRow>[] {
  const { t } = useTranslation(['debug', 'ui']);
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'title',
        header: t('news.title'),
        phone: 'title',
        sort: ({ title }) => title.toLocaleLowerCase(format.locale),
        cell: ({ id, title, changed_by: name, changed_at: at }) => (
          <span className="ez-name">
            <span>
              <AppLink href={`/admin/news/${id}`}>
                <bdi>{title}</bdi>
              </AppLink>
              <small>{t('news.changedBy', { name, time: format.dateTime(at) })}</small>
            </span>
          </span>
        ),
      },
      {
        key: 'state',
        header: t('news.state'),
        phone: 'badge',
        sort: (article) => STATE_ORDER.indexOf(stateOf(article)),
        cell: (article) => (
          <Status
            state={stateOf(article)}
            plain
            stacked
            reason={article.pinned ? t('ui:news.pinned') : null}
          />
        ),
      },
      {
        key: 'category',
        header: t('news.category'),
        sort: ({ category }) => t(`ui:news.category.${category}`),
        cell: ({ category }) => t(`ui:news.category.${category}`),
      },
      {
        key: 'audience',
        header: t('news.audience'),
        cell: ({ audiences }) =>
          new Intl.ListFormat(format.locale, { type: 'unit' }).format(
            audiences.map((audience) => t(`news.audiences.${audience}`)),
          ),
      },
      {
        key: 'published',
        header: t('news.publishedOn'),
        numeric: true,
        sort: ({ published_at: at }) => at,
        cell: ({ published_at: at }) =>
          at === null ? none : <span className="ez-num">{format.date(at)}</span>,
      },
      {
        key: 'readers',
        header: t('news.readers'),
        numeric: true,
        sort: ({ readers }) => readers,
        cell: ({ published_at: at, readers, audience_size: size }) =>
          at === null && readers === 0
            ? none
            : t('news.readersOf', { readers: format.count(readers), size: format.count(size) }),
      },
    ],
    [t, format],
  );
}

/** All articles: drafts first, then the newest. */
export function NewsTable({ articles }: { articles: readonly OperatorNewsRow[] }) {
  const { t } = useTranslation('debug');
  const columns = useNewsColumns();
  return (
    <DataTable label={t('news.table')} rows={articles} columns={columns} rowId={rowId} rowName={rowName} />
  );
}
