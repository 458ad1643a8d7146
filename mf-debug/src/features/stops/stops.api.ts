import type { Stop, StopInput, StopKind, StopLift, StopList, StopTargets } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const PATH = '/api/operator/stops';

const stopsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugStops: build.query<StopList, { kind: StopKind; id: string }>({
      query: (params) => ({ url: PATH, params }),
      providesTags: ['OperatorUser'],
    }),
    debugStopTargets: build.query<StopTargets, number>({
      query: (user) => ({ url: `${PATH}/targets`, params: { user } }),
      providesTags: ['OperatorUser'],
    }),
    debugStop: build.mutation<Stop, StopInput>({
      query: (body) => ({ url: PATH, method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorUser', 'OperatorProperty', 'Review']),
    }),
    debugLiftStop: build.mutation<Stop, StopLift & { id: string }>({
      query: ({ id, ...body }) => ({ url: `${PATH}/${encodeURIComponent(id)}/lift`, method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['OperatorUser', 'OperatorProperty', 'Review']),
    }),
  }),
});

export const {
  useDebugStopsQuery,
  useDebugStopTargetsQuery,
  useDebugStopMutation,
  useDebugLiftStopMutation,
} = stopsApi;
