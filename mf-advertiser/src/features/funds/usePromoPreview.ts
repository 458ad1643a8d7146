import type { PromoPreview } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { useDebouncedValue } from '@ezdash/ui';
import { useState } from 'react';
import { useAdvertiserPromoPreviewQuery } from './funds.api';

/** As the server compares codes. */
export const codeOf = (text: string) => text.trim().normalize('NFKC').toUpperCase();

/** No code is shorter: what is, is still being typed. */
const LEAST_LENGTH = 3;
/** Codes that do not exist are counted, so a code is only asked about when the hand has come to rest. */
const REST_MS = 900;

export type PromoState =
  | { kind: 'none' }
  | { kind: 'checking' }
  | { kind: 'known'; preview: PromoPreview }
  | { kind: 'failed'; error: ApiError };

export interface PromoChecking {
  state: PromoState;
  /** Asks at once: the field was left, or a listed code was pressed. */
  check: (code: string) => void;
  retry: () => void;
}

/** What a code would do with a deposit of so much; asked again when the amount changes. */
export function usePromoPreview(text: string, amountMicros: number | null): PromoChecking {
  const code = codeOf(text);
  const [rested] = useDebouncedValue(code, REST_MS);
  const [asked, setAsked] = useState('');
  const [amount] = useDebouncedValue(amountMicros, REST_MS / 3);
  const settled = code !== '' && (code === rested || code === asked) && code.length >= LEAST_LENGTH;
  const query = useAdvertiserPromoPreviewQuery(
    { code, amount_micros: amount !== null && amount > 0 ? amount : null },
    { skip: !settled },
  );
  const error = toApiError(query.error);
  const state = (): PromoState => {
    if (code === '') return { kind: 'none' };
    if (settled && query.currentData) return { kind: 'known', preview: query.currentData };
    if (settled && error && !query.isFetching) return { kind: 'failed', error };
    return settled ? { kind: 'checking' } : { kind: 'none' };
  };
  return {
    state: state(),
    check: (now) => setAsked(codeOf(now)),
    retry: () => void query.refetch(),
  };
}
