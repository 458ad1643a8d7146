import type {
  ActivateReleaseRequest,
  CanaryReleaseRequest,
  GateVerdict,
  OverrideLink,
  OverrideLinkRequest,
  PinReleaseRequest,
  ReleaseChange,
  ReleaseHistory,
  ReleaseTokenInput,
  ReleaseTokenMade,
  ReleaseTokens,
  RemoteReleases,
  RemoteStates,
  RemoteTeam,
  RemoteTeamRequest,
  RollbackReleaseRequest,
  UnpinReleaseRequest,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

const RELEASES = '/api/operator/releases';
const TOKENS = `${RELEASES}/tokens`;
const at = (remote: string, what = '') => `${RELEASES}/${encodeURIComponent(remote)}${what}`;
/** Takes an archive; its progress is told by `sendFile`, which RTK Query cannot. */
export const publishAddress = (remote: string, commit: string) =>
  `${at(remote)}${commit ? `?commit=${encodeURIComponent(commit)}` : ''}`;
/** The gate takes 20 s for a release at most, and one after the other. */
const GATE_TIMEOUT_MS = 90_000;

/** Something is done to this remote. */
type Of<Body> = Body & { remote: string };

/** All of it is asked again after a change, and after one that was refused: then it is not what was thought. */
const CHANGED = { invalidatesTags: ['Release' as const] };
const send = (remote: string, what: string, body: object) => ({
  url: at(remote, what),
  method: 'POST',
  body,
});
const throughGate = (remote: string, what: string, body: object) => ({
  ...send(remote, what, body),
  timeout: GATE_TIMEOUT_MS,
});

const releasesApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugReleaseStates: build.query<RemoteStates, void>({
      query: () => RELEASES,
      providesTags: ['Release'],
    }),
    /** Newest first; further pages are older ones. The state is of the first page. */
    debugRemoteReleases: build.infiniteQuery<RemoteReleases, string, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next },
      query: ({ queryArg, pageParam }) => ({
        url: at(queryArg),
        params: { before: pageParam ?? undefined },
      }),
      providesTags: ['Release'],
    }),
    debugReleaseHistory: build.infiniteQuery<ReleaseHistory, string, number | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next },
      query: ({ queryArg, pageParam }) => ({
        url: at(queryArg, '/history'),
        params: { before: pageParam ?? undefined },
      }),
      providesTags: ['Release'],
    }),
    debugCheckRelease: build.mutation<GateVerdict, Of<{ version: string }>>({
      query: ({ remote, ...body }) => throughGate(remote, '/check', body),
      ...CHANGED,
    }),
    debugActivateRelease: build.mutation<ReleaseChange, Of<ActivateReleaseRequest>>({
      query: ({ remote, ...body }) => throughGate(remote, '/activate', body),
      ...CHANGED,
    }),
    debugCanaryRelease: build.mutation<ReleaseChange, Of<CanaryReleaseRequest>>({
      query: ({ remote, ...body }) => throughGate(remote, '/canary', body),
      ...CHANGED,
    }),
    debugPinRelease: build.mutation<ReleaseChange, Of<PinReleaseRequest>>({
      query: ({ remote, ...body }) => throughGate(remote, '/pin', body),
      ...CHANGED,
    }),
    debugUnpinRelease: build.mutation<ReleaseChange, Of<UnpinReleaseRequest>>({
      query: ({ remote, ...body }) => send(remote, '/unpin', body),
      ...CHANGED,
    }),
    debugRollbackRelease: build.mutation<ReleaseChange, Of<RollbackReleaseRequest>>({
      query: ({ remote, ...body }) => send(remote, '/rollback', body),
      ...CHANGED,
    }),
    debugStopCanary: build.mutation<ReleaseChange, Of<{ why: string }>>({
      query: ({ remote, ...body }) => send(remote, '/canary/stop', body),
      ...CHANGED,
    }),
    debugCancelPlan: build.mutation<ReleaseChange, Of<{ plan: number; why: string }>>({
      query: ({ remote, plan, ...body }) => send(remote, `/plans/${plan}/cancel`, body),
      ...CHANGED,
    }),
    /** Changes nothing that is listed here. */
    debugReleaseLink: build.mutation<OverrideLink, Of<OverrideLinkRequest>>({
      query: ({ remote, ...body }) => throughGate(remote, '/override-links', body),
    }),
    debugRemoteTeam: build.query<RemoteTeam, string>({
      query: (remote) => at(remote, '/team'),
      providesTags: ['Release'],
    }),
    debugAddMember: build.mutation<RemoteTeam, Of<RemoteTeamRequest>>({
      query: ({ remote, ...body }) => send(remote, '/team', body),
      ...CHANGED,
    }),
    /** `id`: the account's public id. */
    debugRemoveMember: build.mutation<RemoteTeam, Of<{ id: string }>>({
      query: ({ remote, id }) => send(remote, `/team/${id}/remove`, {}),
      ...CHANGED,
    }),
    debugRevokeOverride: build.mutation<RemoteTeam, Of<{ id: number }>>({
      query: ({ remote, id }) => send(remote, `/overrides/${id}/revoke`, {}),
      ...CHANGED,
    }),
    debugReleaseTokens: build.query<ReleaseTokens, void>({ query: () => TOKENS, providesTags: ['Console'] }),
    debugMakeReleaseToken: build.mutation<ReleaseTokenMade, ReleaseTokenInput>({
      query: (body) => ({ url: TOKENS, method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Console']),
    }),
    /** What was not there any more has changed elsewhere: the list is asked for again in any case. */
    debugRevokeReleaseToken: build.mutation<ReleaseTokens, number>({
      query: (id) => ({ url: `${TOKENS}/${id}/revoke`, method: 'POST' }),
      invalidatesTags: ['Console'],
    }),
  }),
});

export const {
  useDebugReleaseStatesQuery,
  useDebugRemoteReleasesInfiniteQuery,
  useDebugReleaseHistoryInfiniteQuery,
  useDebugCheckReleaseMutation,
  useDebugActivateReleaseMutation,
  useDebugCanaryReleaseMutation,
  useDebugPinReleaseMutation,
  useDebugUnpinReleaseMutation,
  useDebugRollbackReleaseMutation,
  useDebugStopCanaryMutation,
  useDebugCancelPlanMutation,
  useDebugReleaseLinkMutation,
  useDebugRemoteTeamQuery,
  useDebugAddMemberMutation,
  useDebugRemoveMemberMutation,
  useDebugRevokeOverrideMutation,
  useDebugReleaseTokensQuery,
  useDebugMakeReleaseTokenMutation,
  useDebugRevokeReleaseTokenMutation,
} = releasesApi;
