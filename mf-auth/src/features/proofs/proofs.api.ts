import type {
  AcceptedAnswer,
  AcceptInvitationRequest,
  ConfirmPasswordAnswer,
  ConfirmPasswordRequest,
  ForgotPasswordRequest,
  ResendRegistrationRequest,
  ResetPasswordRequest,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

const proofsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    authResendRegistration: build.mutation<AcceptedAnswer, ResendRegistrationRequest>({
      query: (body) => ({ url: '/api/auth/register/resend', method: 'POST', body }),
    }),
    authResendVerification: build.mutation<AcceptedAnswer, void>({
      query: () => ({ url: '/api/auth/verify-email/resend', method: 'POST' }),
    }),
    authForgotPassword: build.mutation<AcceptedAnswer, ForgotPasswordRequest>({
      query: (body) => ({ url: '/api/auth/forgot-password', method: 'POST', body }),
    }),
    authResetPassword: build.mutation<unknown, ResetPasswordRequest>({
      query: (body) => ({ url: '/api/auth/reset-password', method: 'POST', body }),
    }),
    authAcceptInvitation: build.mutation<unknown, AcceptInvitationRequest>({
      query: (body) => ({ url: '/api/auth/accept-invitation', method: 'POST', body }),
    }),
    authConfirmPassword: build.mutation<ConfirmPasswordAnswer, ConfirmPasswordRequest>({
      query: (body) => ({ url: '/api/auth/confirm-password', method: 'POST', body }),
    }),
  }),
});

export const {
  useAuthResendRegistrationMutation,
  useAuthResendVerificationMutation,
  useAuthForgotPasswordMutation,
  useAuthResetPasswordMutation,
  useAuthAcceptInvitationMutation,
  useAuthConfirmPasswordMutation,
} = proofsApi;
