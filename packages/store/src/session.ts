import type {
  AcceptedAnswer,
  AppearanceUpdate,
  CompleteProfileRequest,
  CompleteRegistrationRequest,
  Locale,
  LoginAnswer,
  LoginRequest,
  PasskeyProof,
  ProfileUpdate,
  RegisterRequest,
  SecondFactorRequest,
  SessionAnswer,
  User,
  VerifyEmailAnswer,
  VerifyEmailRequest,
} from '@ezdash/contracts';
import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { api } from './api';
import { type ApiError, toApiError } from './apiError';
import { page, setCsrfToken } from './browser';

type Dispatch = (action: unknown) => unknown;

/** Nothing of the person before stays, whatever endpoint brought it: pages that are open ask again. */
function begin(dispatch: Dispatch, answer: SessionAnswer): void {
  dispatch(api.util.resetApiState());
  dispatch(sessionApi.util.upsertQueryEntries([{ endpointName: 'me', arg: undefined, value: answer }]));
}

/** A new session: new CSRF token, new user. */
function enter(dispatch: Dispatch, answer: SessionAnswer): void {
  setCsrfToken(answer.csrf_token);
  begin(dispatch, answer);
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
    me: build.query<SessionAnswer, void>({
      query: () => '/api/auth/me',
      providesTags: ['Session'],
      // A session that is over took its token along: what is sent next needs the one of the new answer.
      onQueryStarted: (_, { queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => setCsrfToken(data.csrf_token),
          () => {},
        ),
    }),
    /** Who has a second factor is not signed in by it yet: the answer names what is still to come. */
    login: build.mutation<LoginAnswer, LoginRequest>({
      query: (body) => ({ url: '/api/auth/login', method: 'POST', body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => {
            // A log-in that waits has a session, and so a CSRF token, of its own.
            if (data.second_factor) setCsrfToken(data.csrf_token);
            else enter(dispatch as Dispatch, data);
          },
          () => {},
        ),
    }),
    secondFactor: build.mutation<SessionAnswer, SecondFactorRequest>({
      query: (body) => ({ url: '/api/auth/second-factor', method: 'POST', body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => enter(dispatch as Dispatch, data),
          () => {},
        ),
    }),
    /** A sign-in with a passkey alone. */
    passkeySignIn: build.mutation<SessionAnswer, PasskeyProof>({
      query: (body) => ({ url: '/api/auth/passkey/verify', method: 'POST', body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => enter(dispatch as Dispatch, data),
          () => {},
        ),
    }),
    /** The account is made when the mailed link is opened. */
    register: build.mutation<AcceptedAnswer, RegisterRequest>({
      query: (body) => ({ url: '/api/auth/register', method: 'POST', body }),
    }),
    verifyEmail: build.mutation<VerifyEmailAnswer, VerifyEmailRequest>({
      query: (body) => ({ url: '/api/auth/verify-email', method: 'POST', body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => {
            if (data.session) enter(dispatch as Dispatch, data.session);
            else dispatch(api.util.invalidateTags(['Session']));
          },
          () => {},
        ),
    }),
    completeRegistration: build.mutation<User, CompleteRegistrationRequest>({
      query: (body) => ({ url: '/api/auth/complete-registration', method: 'POST', body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => keepUser(dispatch as Dispatch, data),
          () => {},
        ),
    }),
    completeProfile: build.mutation<User, CompleteProfileRequest>({
      query: (body) => ({ url: '/api/auth/complete-profile', method: 'POST', body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => keepUser(dispatch as Dispatch, data),
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
  useSecondFactorMutation,
  usePasskeySignInMutation,
  useRegisterMutation,
  useVerifyEmailMutation,
  useCompleteRegistrationMutation,
  useCompleteProfileMutation,
  useLogoutMutation,
  useUpdateProfileMutation,
  useUpdateAppearanceMutation,
  useSetLocaleMutation,
} = sessionApi;

/** Whether the person is leaving: asked to be signed out, or signed out while the page still stands. */
export const isSigningOut = (state: { api: ReturnType<typeof api.reducer> }): boolean =>
  Object.values(state.api.mutations).some(
    (one) => one?.endpointName === 'logout' && (one.status === 'pending' || one.status === 'fulfilled'),
  );

/** Answers that contradict what the page believes of the person. */
const contradicts = ({ status, code }: ApiError, { status: standing }: User) =>
  status === 401 || (code === 'ACCOUNT_NOT_ACTIVE' && standing === 'active');

const selectMe = sessionApi.endpoints.me.select();

/**
 * Looks who is signed in, and how the account stands, when an answer says that it is otherwise than the page believes:
 * signed out from another device, or no longer active. Whoever the page learns of by any way begins with nothing of the
 * person before; the pages' own rules do the rest.
 */
export const watchPerson: Middleware = (store) => {
  let person: number | null | undefined;
  return (next) => (action) => {
    const result = next(action);
    const known = selectMe(store.getState() as Parameters<typeof selectMe>[0]).data;
    if (api.util.resetApiState.match(action)) person = undefined;
    if (known) {
      const now = known.user?.id ?? null;
      const isOther = person !== undefined && person !== now;
      person = now;
      if (isOther) begin(store.dispatch as Dispatch, known);
    }
    if (!isRejectedWithValue(action)) return result;
    const error = toApiError(action.payload);
    if (error && known?.user && contradicts(error, known.user))
      store.dispatch(api.util.invalidateTags(['Session']));
    return result;
  };
};

/** Who is signed in. Known from the page itself at the first render; no request is made for it. */
export function useSession(): { user: User | null; isLoading: boolean } {
  const { data, isLoading } = sessionApi.useMeQuery();
  return { user: data?.user ?? null, isLoading };
}
