import type { AdminInvitation, AdminInvitationRequest, OperatorStaff } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const ADMINS = '/api/operator/admins';

const staffApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugStaff: build.query<OperatorStaff, void>({ query: () => ADMINS, providesTags: ['OperatorUser'] }),
    debugInvite: build.mutation<AdminInvitation, AdminInvitationRequest>({
      query: (body) => ({ url: ADMINS, method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorUser']),
    }),
    /** What was not open any more has changed elsewhere: the list is asked for again in any case. */
    debugWithdrawInvitation: build.mutation<unknown, number>({
      query: (id) => ({ url: `${ADMINS}/invitations/${id}/withdraw`, method: 'POST' }),
      invalidatesTags: ['OperatorUser'],
    }),
  }),
});

export const { useDebugStaffQuery, useDebugInviteMutation, useDebugWithdrawInvitationMutation } = staffApi;
