import type { OperatorSeatInput, OperatorSeatMade, OperatorSeats, SeatProperties } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const SEATS = '/api/operator/rtb-seats';

const exchangesApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    debugSeats: build.query<OperatorSeats, void>({ query: () => SEATS, providesTags: ['Console'] }),
    debugSeatProperties: build.query<SeatProperties, string>({
      query: (search) => ({ url: `${SEATS}/properties`, params: { search } }),
      keepUnusedDataFor: 30,
    }),
    debugAddSeat: build.mutation<OperatorSeatMade, OperatorSeatInput>({
      query: (body) => ({ url: SEATS, method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Console']),
    }),
    /** What was not there any more has changed elsewhere: the list is asked for again in any case. */
    debugRevokeSeat: build.mutation<OperatorSeats, number>({
      query: (id) => ({ url: `${SEATS}/${id}/revoke`, method: 'POST' }),
      invalidatesTags: ['Console'],
    }),
  }),
});

export const {
  useDebugSeatsQuery,
  useDebugSeatPropertiesQuery,
  useDebugAddSeatMutation,
  useDebugRevokeSeatMutation,
} = exchangesApi;
