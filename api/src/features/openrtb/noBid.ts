import { NO_FILL_REASONS, type NoFillReason } from '@ezdash/contracts';

/**
 * Why there is no bid, beside the reasons for which any zone stays empty. `late`: the exchange has stopped waiting.
 * `not-usd`: it takes or asks for prices in other currencies alone. `other-seat`: it does not ask us. `deals-only`: we
 * have no deals. `not-secure`: it wants https and the network is reached by http. `no-place`: none of the property's
 * zones stands for what is offered. `unknown-device`: nothing is said of the browser. `no-price`: the publisher's part
 * of the price is less than a micro. `no-seat`: who asks has not said who they are.
 */
export type NoBidReason =
  | NoFillReason
  | 'late'
  | 'not-usd'
  | 'other-seat'
  | 'deals-only'
  | 'not-secure'
  | 'no-place'
  | 'unknown-device'
  | 'no-price'
  | 'no-seat';

const reasonNames = Object.keys(NO_FILL_REASONS) as (keyof typeof NO_FILL_REASONS)[];
/** By the code of a decision. */
export function reasonOf(code: number): NoFillReason {
  const name = reasonNames.find((each) => NO_FILL_REASONS[each] === code);
  return name === undefined || name === 'filled' ? 'no-campaign' : name;
}

/** OpenRTB's no-bid reason codes, as far as they name it: 3 robot, 5 data centre, 6 device; 0 is any other. */
const CODES: Partial<Record<NoBidReason, number>> = {
  bot: 3,
  'data-centre': 5,
  'unknown-device': 6,
  late: 1,
};
export const noBidCode = (reason: NoBidReason): number => CODES[reason] ?? 0;
/** A request that is none. */
export const INVALID_REQUEST = 2;
