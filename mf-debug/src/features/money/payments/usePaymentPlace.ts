import type { PaymentState, PaymentType } from '@ezdash/contracts';
import { PAYMENT_STATES, PAYMENT_TYPES } from '@ezdash/contracts/constants';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Gateways that payments may have come by. */
export const GATEWAYS = ['stripe', 'bank-transfer', 'sandbox'] as const;
export type Gateway = (typeof GATEWAYS)[number];

const known = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text);

/** Filters and the opened payment are part of the address, so that it is the same page when one comes back. */
export function usePaymentPlace() {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (patch: Record<string, string | null>) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(patch))
            if (value) next.set(name, value);
            else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return {
    state: known<PaymentState>(PAYMENT_STATES, search.get('state')),
    type: known<PaymentType>(PAYMENT_TYPES, search.get('type')),
    gateway: known<Gateway>(GATEWAYS, search.get('gateway')),
    /** What is searched for when the page is opened. */
    firstSearch: search.get('search') ?? '',
    openId: search.get('payment'),
    change,
  };
}
