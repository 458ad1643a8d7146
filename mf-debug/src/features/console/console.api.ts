import type {
  DebugAuditCheck,
  OperatorAudit,
  OperatorDebugSessions,
  OperatorOverview,
  OperatorStatusChange,
  OperatorUserDetail,
  OperatorUserQuery,
  OperatorUsers,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** Without a live connection, and for what no message tells of, this is how often the console asks. */
export const CONSOLE_POLL_MS = 30_000;

export type UserFilter = Omit<OperatorUserQuery, 'before'>;

export interface AuditFilter {
  admin?: string;
  path?: string;
  /** Only what was refused. */
  refused?: boolean;
  /** Only what changed something. */
  changes?: boolean;
}

const at = (id: number | string, what = '') => `/api/operator/users/${encodeURIComponent(id)}${what}`;

const consoleApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugConsoleOverview: build.query<OperatorOverview, void>({
      query: () => '/api/operator/overview',
      providesTags: ['Console', 'Review', 'OperatorProperty', 'OperatorConversation', 'OperatorMoney'],
    }),
    /** Newest first; further pages are older ones. */
    debugConsoleUsers: build.infiniteQuery<OperatorUsers, UserFilter, number | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ users, total }, pages) =>
          pages.reduce((sum, page) => sum + page.users.length, 0) < total ? users.at(-1)?.id : undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/api/operator/users',
        params: { ...queryArg, before: pageParam ?? undefined },
      }),
      providesTags: ['OperatorUser'],
    }),
    /** For a field that finds one account: the newest that match. */
    debugConsoleFind: build.query<OperatorUsers, UserFilter>({
      query: (params) => ({ url: '/api/operator/users', params }),
      providesTags: ['OperatorUser'],
      keepUnusedDataFor: 10,
    }),
    debugConsoleUser: build.query<OperatorUserDetail, string>({
      query: (id) => at(id),
      providesTags: ['OperatorUser'],
    }),
    debugConsoleStatus: build.mutation<OperatorUserDetail, OperatorStatusChange & { id: number }>({
      query: ({ id, ...body }) => ({ url: at(id, '/status'), method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorUser', 'Console']),
    }),
    debugConsoleType: build.mutation<OperatorUserDetail, { id: number; account_type_id: number }>({
      query: ({ id, ...body }) => ({ url: at(id, '/account-type'), method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorUser']),
    }),
    debugConsoleAudit: build.infiniteQuery<OperatorAudit, AuditFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ rows, more }) => (more ? rows.at(-1)?.id : undefined),
      },
      query: ({ queryArg: { refused, changes, ...filter }, pageParam }) => ({
        url: '/api/operator/audit',
        params: {
          ...filter,
          refused: refused ? 'true' : undefined,
          changes: changes ? 'true' : undefined,
          before: pageParam ?? undefined,
        },
      }),
      providesTags: ['Console'],
    }),
    debugConsoleAuditCheck: build.query<DebugAuditCheck, void>({
      query: () => ({ url: '/api/operator/audit/check', timeout: 60_000 }),
      keepUnusedDataFor: 0,
    }),
    debugConsoleSessions: build.query<OperatorDebugSessions, void>({
      query: () => '/api/operator/debug-sessions',
      providesTags: ['Console'],
    }),
    debugConsoleEndSession: build.mutation<unknown, number>({
      query: (id) => ({ url: `/api/operator/debug-sessions/${id}/end`, method: 'POST' }),
      invalidatesTags: ['Console'],
    }),
  }),
});

export const {
  useDebugConsoleOverviewQuery,
  useDebugConsoleUsersInfiniteQuery,
  useDebugConsoleFindQuery,
  useDebugConsoleUserQuery,
  useDebugConsoleStatusMutation,
  useDebugConsoleTypeMutation,
  useDebugConsoleAuditInfiniteQuery,
  useLazyDebugConsoleAuditCheckQuery,
  useDebugConsoleSessionsQuery,
  useDebugConsoleEndSessionMutation,
} = consoleApi;
