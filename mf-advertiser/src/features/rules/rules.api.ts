import type {
  AutoRule,
  AutoRuleList,
  CampaignPage,
  RuleCommand,
  RuleDryRun,
  RuleInput,
  RuleLog,
  RuleReplacement,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** A campaign that a rule may name. */
export interface RuleCampaign {
  id: string;
  name: string;
}

/** Of thousands nobody scrolls all: typing finds the rest. */
const OFFERED = 50;
const path = (id: string) => `/api/rules/${encodeURIComponent(id)}`;
const LIST = { type: 'AutoRule', id: 'LIST' } as const;
const one = (id: string) => ({ type: 'AutoRule', id }) as const;

const rulesApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    rulesList: build.query<AutoRuleList, void>({
      query: () => '/api/rules',
      providesTags: [LIST],
    }),
    rulesOne: build.query<AutoRule, string>({
      query: path,
      providesTags: (_answer, _error, id) => [one(id)],
    }),
    /** Names alone, of those that match what is typed. Archived ones are never shown again. */
    rulesCampaigns: build.query<RuleCampaign[], string>({
      query: (q) => ({ url: '/api/campaigns/page', params: { q, limit: OFFERED } }),
      transformResponse: ({ campaigns }: Pick<CampaignPage, 'campaigns'>) =>
        campaigns.filter(({ state }) => state !== 'archived').map(({ id, name }) => ({ id, name })),
      providesTags: [{ type: 'CampaignFacts', id: 'LIST' }],
    }),
    rulesLog: build.infiniteQuery<RuleLog, { id: string; matched: boolean }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg: { id, matched }, pageParam }) => ({
        url: `${path(id)}/log`,
        params: { ...(pageParam && { before: pageParam }), ...(matched && { matched: '1' }) },
      }),
      providesTags: (_answer, _error, { id }) => [one(id)],
    }),
    rulesCreate: build.mutation<AutoRule, RuleInput>({
      query: (body) => ({ url: '/api/rules', method: 'POST', body }),
      invalidatesTags: (_answer, error) => (error ? [] : [LIST]),
    }),
    rulesReplace: build.mutation<AutoRule, { id: string; input: RuleReplacement }>({
      query: ({ id, input }) => ({ url: path(id), method: 'PUT', body: input }),
      invalidatesTags: (_answer, _error, { id }) => [LIST, one(id)],
    }),
    /** Reads two weeks of figures by the hour: it may take a while. */
    rulesDryRun: build.mutation<RuleDryRun, string>({
      query: (id) => ({ url: `${path(id)}/dry-run`, method: 'POST', body: {}, timeout: 60_000 }),
      invalidatesTags: (_answer, _error, id) => [LIST, one(id)],
    }),
    rulesCommand: build.mutation<AutoRule, { id: string; command: RuleCommand; dryRun?: string }>({
      query: ({ id, command, dryRun }) => ({
        url: `${path(id)}/commands`,
        method: 'POST',
        body: { command, ...(dryRun !== undefined && { dry_run: dryRun }) },
      }),
      invalidatesTags: (_answer, _error, { id, command }) =>
        command === 'archive' ? [LIST] : [LIST, one(id)],
    }),
  }),
});

export const {
  useRulesListQuery,
  useRulesOneQuery,
  useRulesCampaignsQuery,
  useRulesLogInfiniteQuery,
  useRulesCreateMutation,
  useRulesReplaceMutation,
  useRulesDryRunMutation,
  useRulesCommandMutation,
} = rulesApi;
