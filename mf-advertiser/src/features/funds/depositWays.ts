import type { DepositWay } from '@ezdash/contracts';

/** One way to pay as the form offers it: a method that is kept, or a visit to the gateway. */
export interface DepositChoice {
  /** `stripe`, or `stripe:<id of a method>`; also what an address names it by. */
  value: string;
  way: DepositWay;
  /** Null: the gateway is visited, or a transfer is made. */
  method: DepositWay['methods'][number] | null;
}

/** Kept methods that can be charged, the default first, then gateways that take the money at once, then transfers. */
export function choicesOf(ways: readonly DepositWay[]): DepositChoice[] {
  const kept = ways.flatMap((way) =>
    way.methods
      .filter(({ expired }) => !expired)
      .map((method) => ({ value: `${way.gateway}:${method.id}`, way, method })),
  );
  kept.sort((a, b) => Number(b.method.is_default) - Number(a.method.is_default));
  const gateways = [...ways].sort((a, b) => Number(a.way === 'transfer') - Number(b.way === 'transfer'));
  return [...kept, ...gateways.map((way) => ({ value: way.gateway, way, method: null }))];
}

const CENT = 10_000;
const BASIS_POINTS = 10_000;

/** What a way of paying costs on top of an amount: the share rounded up to a cent, and the fixed part. */
export function feeOf({ fee_bps, fee_micros }: DepositWay, amountMicros: number): number {
  // An amount is at most 10^11 micros, and a fee 10^4 basis points: the product is still an exact integer.
  const share = (amountMicros * fee_bps) / BASIS_POINTS;
  return Math.ceil(share / CENT) * CENT + fee_micros;
}
