/** What an address of the page may carry: links from elsewhere, such as from a deposit that failed. */
export interface Prefill {
  amountMicros: number | null;
  /** A gateway, or a method kept there: `stripe`, `stripe:<id>`. */
  way: string;
  code: string;
}

const UNIT = 1_000_000;

/** In currency units with a point, so that people can write it: `?amount=1000&way=stripe&code=SPRING50`. */
function readAmount(text: string | null): number | null {
  if (text === null || !/^\d{1,7}(\.\d{1,2})?$/.test(text)) return null;
  return Math.round(Number(text) * UNIT);
}

export function readPrefill(search: URLSearchParams): Prefill {
  return {
    amountMicros: readAmount(search.get('amount')),
    way: search.get('way') ?? '',
    code: (search.get('code') ?? '').slice(0, 40),
  };
}
