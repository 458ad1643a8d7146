import type { SandboxAnswer, SandboxCheckout, SandboxChoice } from '@ezdash/contracts';
import { api } from '@ezdash/store';

interface ChoiceRequest {
  checkout: string;
  choice: SandboxChoice;
}

const of = (checkout: string) => `/api/payment-test/${encodeURIComponent(checkout)}`;

const paymentTestApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    shellTestPayment: build.query<SandboxCheckout, string>({ query: of }),
    shellChooseOutcome: build.mutation<SandboxAnswer, ChoiceRequest>({
      query: ({ checkout, choice }) => ({ url: of(checkout), method: 'POST', body: choice }),
      invalidatesTags: (_, error) => (error ? [] : ['Payment']),
      onQueryStarted: ({ checkout }, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) =>
            void dispatch(
              paymentTestApi.util.upsertQueryEntries([
                { endpointName: 'shellTestPayment', arg: checkout, value: data.checkout },
              ]),
            ),
          () => {},
        ),
    }),
  }),
});

export const { useShellTestPaymentQuery, useShellChooseOutcomeMutation } = paymentTestApi;
