import type { Exchange } from './types';

/** Of those that were as they should be; the others are all kept. */
const KEPT = 5_000;

export interface ExchangeLog {
  /** The latest 5,000, and all that were against the description. */
  readonly list: readonly Exchange[];
  add(exchange: Omit<Exchange, 'id'>): void;
  invalid(): Exchange[];
  counts(): { total: number; invalid: number; byOperation: Record<string, number> };
  clear(): void;
}

const isInvalid = ({ requestErrors, answerErrors }: Pick<Exchange, 'requestErrors' | 'answerErrors'>) =>
  requestErrors.length > 0 || answerErrors.length > 0;

export function exchangeLog(): ExchangeLog {
  // One array for good: callers hold on to it.
  const list: Exchange[] = [];
  let total = 0;
  let invalid = 0;
  let byOperation: Record<string, number> = {};
  const dropOldest = () => {
    const at = list.findIndex((each) => !isInvalid(each));
    if (at >= 0) list.splice(at, 1);
  };
  return {
    list,
    add: (exchange) => {
      total += 1;
      byOperation[exchange.operation] = (byOperation[exchange.operation] ?? 0) + 1;
      if (isInvalid(exchange)) invalid += 1;
      list.push({ id: total, ...exchange });
      if (list.length - invalid > KEPT) dropOldest();
    },
    invalid: () => list.filter(isInvalid),
    counts: () => ({ total, invalid, byOperation: { ...byOperation } }),
    clear: () => {
      list.length = 0;
      total = 0;
      invalid = 0;
      byOperation = {};
    },
  };
}
