/** What a referral has earned: pure arithmetic of one booking. */

const BASIS_POINTS = 10_000n;

/** An earning that is on hold, newest first where there are several. */
export interface Held {
  id: number;
  day: string;
  amountMicros: bigint;
  returnedMicros: bigint;
}

/** All that a base has earned by now, rounded down to a whole micro. */
export function earnedOf(baseMicros: bigint, shareBps: number): bigint {
  return baseMicros > 0n ? (baseMicros * BigInt(shareBps)) / BASIS_POINTS : 0n;
}

export interface Return {
  id: number;
  day: string;
  micros: bigint;
  /** What was taken back of it before: with the earning it names the return. */
  returnedBefore: bigint;
  isAll: boolean;
}

/** Takes an amount from what is on hold, as far as that goes: what was paid out already is made up by later earnings. */
export function planReturns(held: readonly Held[], micros: bigint): Return[] {
  const returns: Return[] = [];
  let left = micros;
  for (const { id, day, amountMicros, returnedMicros } of held) {
    if (left <= 0n) break;
    const rest = amountMicros - returnedMicros;
    if (rest <= 0n) continue;
    const isAll = rest <= left;
    const taken = isAll ? rest : left;
    returns.push({ id, day, micros: taken, returnedBefore: returnedMicros, isAll });
    left -= taken;
  }
  return returns;
}

/** What a booking does: earn more, take back, or nothing. `bookedMicros` is what was earned so far less what was taken back. */
export function planBooking(
  { isActive, baseMicros, shareBps }: { isActive: boolean; baseMicros: bigint; shareBps: number },
  bookedMicros: bigint,
  held: readonly Held[],
): { earnMicros: bigint; returns: Return[] } {
  const change = (isActive ? earnedOf(baseMicros, shareBps) : 0n) - bookedMicros;
  return change > 0n
    ? { earnMicros: change, returns: [] }
    : { earnMicros: 0n, returns: planReturns(held, -change) };
}
