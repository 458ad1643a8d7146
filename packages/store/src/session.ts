import type {
  AppearanceUpdate,
  Locale,
  LoginRequest,
  ProfileUpdate,
  RegisterRequest,
  SessionAnswer,
  User,
} from '@ezdash/contracts';
import { api } from './api';
import { page, setCsrfToken } from './browser';

const OTHER_TAGS = [
  'Campaign',
  'AdvertiserDashboard',
  'Property',
  'Zone',
  'PublisherDashboard',
  'Review',
] as const;

type Dispatch = (action: unknown) => unknown;

/** A new session: new CSRF token, new user, and nothing of the person before. */
function enter(dispatch: Dispatch, answer: SessionAnswer): void {
  setCsrfToken(answer.csrf_token);
  dispatch(sessionApi.util.upsertQueryEntries([{ endpointName: 'me', arg: undefined, value: answer }]));
  dispatch(api.util.invalidateTags([...OTHER_TAGS]));
}

function keepUser(dispatch: Dispatch, user: User): void {
  dispatch(
    sessionApi.util.updateQueryData('me', undefined, (known) => {
      known.user = user;
    }),
  );
}

export const sessionApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    me: build.query<SessionAnswer, void>({ query: () => '/api/auth/me', providesTags: ['Session'] }),
    login: build.mutation<SessionAnswer, LoginRequest>({
      query: (body) => ({ url: '/api/auth/login', method: 'POST', body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => enter(dispatch as Dispatch, data),
          () => {},
        ),
    }),
    register: build.mutation<SessionAnswer, RegisterRequest>({
      query: (body) => ({ url: '/api/auth/register', method: 'POST', body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => enter(dispatch as Dispatch, data),
          () => {},
        ),
    }),
    /** Leaves by a full page load, so that nothing of the person stays in memory. */
    logout: build.mutation<unknown, void>({
      query: () => ({ url: '/api/auth/logout', method: 'POST' }),
      onQueryStarted: (_, { queryFulfilled }) =>
        queryFulfilled.then(
          () => page.go('/'),
          () => {},
        ),
    }),
    updateProfile: build.mutation<User, ProfileUpdate>({
      query: (body) => ({ url: '/api/settings/profile', method: 'PATCH', body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => keepUser(dispatch as Dispatch, data),
          () => {},
        ),
    }),
    updateAppearance: build.mutation<User, AppearanceUpdate>({
      query: (body) => ({ url: '/api/settings/appearance', method: 'PATCH', body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => keepUser(dispatch as Dispatch, data),
          () => {},
        ),
    }),
    setLocale: build.mutation<unknown, Locale>({
      query: (locale) => ({ url: '/api/locale', method: 'POST', body: { locale } }),
    }),
  }),
});

export const {
  useLoginMutation,
  useRegisterMutation,
  useLogoutMutation,
  useUpdateProfileMutation,
  useUpdateAppearanceMutation,
  useSetLocaleMutation,
} = sessionApi;

/** Who is signed in. Known from the page itself at the first render; no request is made for it. */
export function useSession(): { user: User | null; isLoading: boolean } {
  const { data, isLoading } = sessionApi.useMeQuery();
  return { user: data?.user ?? null, isLoading };
}
