import { NEWS_CATEGORIES } from '@ezdash/contracts/constants';
import type { NewsFilter } from '@ezdash/ui/news';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The filter stands in the address: the way back from an article leads to the same list. */
export function useNewsFilter(): [NewsFilter, (filter: NewsFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('category');
  const unreadOnly = search.get('unread') === '1';
  const category = NEWS_CATEGORIES.find((each) => each === asked) ?? null;
  const filter = useMemo(() => ({ category, unreadOnly }), [category, unreadOnly]);
  const change = (next: NewsFilter) =>
    setSearch(
      { ...(next.category && { category: next.category }), ...(next.unreadOnly && { unread: '1' }) },
      { replace: true },
    );
  return [filter, change];
}
