import type { NoticePage, NoticesRead } from '@ezdash/contracts';
import { api } from './api';

const PAGE_LENGTH = 20;

type Dispatch = (action: unknown) => unknown;

/** The bell's: here, because the bridge says at once how many are unread. */
export const noticesApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** Newest first; further pages are older ones. */
    notices: build.infiniteQuery<NoticePage, void, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ pageParam }) => ({
        url: '/api/notices',
        params: { before: pageParam ?? undefined, limit: PAGE_LENGTH },
      }),
      providesTags: ['Notice'],
    }),
    /** Shown at once, and taken back when the server does not take it. */
    readNotices: build.mutation<{ unread: number }, NoticesRead>({
      query: (body) => ({ url: '/api/notices/read', method: 'POST', body }),
      async onQueryStarted(read, { dispatch, queryFulfilled }) {
        const shown = dispatch(
          noticesApi.util.updateQueryData('notices', undefined, ({ pages }) => markRead(pages, read)),
        );
        try {
          const { data } = await queryFulfilled;
          keepUnread(data.unread, dispatch as Dispatch);
        } catch {
          shown.undo();
        }
      },
    }),
  }),
});

/** With `until`, that one and all older ones: pages are newest first. */
function markRead(pages: NoticePage[], { ids, until }: NoticesRead): void {
  let isOlder = false;
  let count = 0;
  for (const notice of pages.flatMap((page) => page.notices)) {
    isOlder ||= notice.id === until;
    if (notice.read || !(ids ? ids.includes(notice.id) : isOlder)) continue;
    notice.read = true;
    count += 1;
  }
  const [first] = pages;
  if (first) first.unread = Math.max(0, first.unread - count);
}

/** Older pages are let go when nobody looks at them: each would be asked for again with every new notice. */
export const forgetOlderNotices = () =>
  noticesApi.util.updateQueryData('notices', undefined, (known) => {
    known.pages.splice(1);
    known.pageParams.splice(1);
  });

/** How many are unread, as the server says. */
export function keepUnread(unread: number, dispatch: Dispatch): void {
  dispatch(
    noticesApi.util.updateQueryData('notices', undefined, ({ pages }) => {
      const [first] = pages;
      if (first) first.unread = unread;
    }),
  );
}

export const { useNoticesInfiniteQuery, useReadNoticesMutation } = noticesApi;
