import type {
  Campaign,
  CampaignPriority,
  OperatorAccessChange,
  OperatorManagerChange,
  OperatorUserCampaigns,
  OperatorUserDetail,
  OwnSessionList,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

const at = (id: number, what: string) => `/api/operator/users/${id}${what}`;
type AccessChange = OperatorAccessChange & { id: number };

const accountsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugConsoleSignOut: build.mutation<OperatorUserDetail, AccessChange>({
      query: ({ id, ...body }) => ({ url: at(id, '/sign-out'), method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorUser']),
    }),
    /** One's own: nothing is asked again, since the page is left. */
    debugConsoleSignOutSelf: build.mutation<OperatorUserDetail, AccessChange>({
      query: ({ id, ...body }) => ({ url: at(id, '/sign-out'), method: 'POST', body }),
    }),
    debugConsoleResetFactors: build.mutation<OperatorUserDetail, AccessChange>({
      query: ({ id, ...body }) => ({ url: at(id, '/reset-factors'), method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorUser']),
    }),
    debugConsoleManager: build.mutation<OperatorUserDetail, OperatorManagerChange & { id: number }>({
      query: ({ id, ...body }) => ({ url: at(id, '/manager'), method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorUser']),
    }),
    /** Where somebody is signed in. */
    debugConsoleSignIns: build.query<OwnSessionList, number>({
      query: (id) => at(id, '/sessions'),
      providesTags: ['OperatorUser'],
    }),
    /** Where one is oneself. */
    debugOwnSessions: build.query<OwnSessionList, void>({
      query: () => '/api/settings/sessions',
      providesTags: ['OwnSession'],
    }),
    debugConsoleCampaigns: build.query<OperatorUserCampaigns, number>({
      query: (id) => at(id, '/campaigns'),
      providesTags: ['OperatorUser'],
    }),
    debugConsolePriority: build.mutation<Campaign, { id: string; priority: CampaignPriority }>({
      query: ({ id, ...body }) => ({
        url: `/api/operator/campaigns/${encodeURIComponent(id)}`,
        method: 'PATCH',
        body,
      }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorUser']),
    }),
  }),
});

export const {
  useDebugConsoleSignOutMutation,
  useDebugConsoleSignOutSelfMutation,
  useDebugConsoleResetFactorsMutation,
  useDebugConsoleCampaignsQuery,
  useDebugConsoleSignInsQuery,
  useDebugOwnSessionsQuery,
  useDebugConsoleManagerMutation,
  useDebugConsolePriorityMutation,
} = accountsApi;
