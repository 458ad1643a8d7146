import type { PaymentMethod } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSettingsTakePaymentMethodMutation } from './payment.api';

const PARAMETER = 'setup';

export type SetupOutcome =
  | { state: 'none' }
  | { state: 'taking' }
  | { state: 'taken'; method: PaymentMethod }
  /** `again`: takes the same visit in once more; undefined when that cannot help. */
  | { state: 'refused'; error: ApiError; again: (() => void) | undefined };

/** What may be different the next time: the network, a gateway that is away, a visit that is not over. */
function mayRetry({ status, code }: ApiError): boolean {
  return typeof status === 'string' || status >= 500 || status === 429 || code === 'SETUP_OPEN';
}

/**
 * Coming back from the gateway's page with `?setup=<id>`: takes in what the visit left there, once, and takes the id
 * out of the address as soon as the server has spoken.
 */
export function useSetupReturn(): SetupOutcome {
  const [parameters, setParameters] = useSearchParams();
  const setup = parameters.get(PARAMETER);
  const [outcome, setOutcome] = useState<SetupOutcome>({ state: 'none' });
  const [take] = useSettingsTakePaymentMethodMutation();
  // Effects run twice in development, and again when the address changes: a visit is taken in by the first.
  const begun = useRef<string>(null);

  const takeIn = useCallback(
    async (id: string) => {
      setOutcome({ state: 'taking' });
      try {
        setOutcome({ state: 'taken', method: await take({ setup: id }).unwrap() });
      } catch (thrown) {
        const error = toApiError(thrown) ?? { status: 'network', message: '', code: 'UNKNOWN', errors: {} };
        const again = mayRetry(error) ? () => void takeIn(id) : undefined;
        setOutcome({ state: 'refused', error, again });
      }
    },
    [take],
  );

  useEffect(() => {
    if (!setup || begun.current === setup) return;
    begun.current = setup;
    void takeIn(setup).then(() =>
      setParameters(
        (now) => {
          now.delete(PARAMETER);
          return now;
        },
        { replace: true },
      ),
    );
  }, [setup, takeIn, setParameters]);

  return outcome;
}
