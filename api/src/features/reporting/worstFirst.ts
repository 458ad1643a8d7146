import type { CallOut } from '@ezdash/contracts';

/** More than that nobody reads. */
export const MOST_CALL_OUTS = 8;

const RANK = {
  'campaign-stopped': -3,
  'property-stopped': -2,
  'zone-stopped': -1,
  'campaign-rejected': 0,
  unfunded: 1,
  'property-rejected': 2,
  'low-balance': 3,
  'budget-reached': 4,
  'rule-stopped': 5,
  'landing-broken': 6,
  'creative-stopped': 7,
  'creative-rejected': 7,
  'tracking-silent': 8,
  'postback-failing': 9,
  'no-delivery': 10,
  'rule-acted': 11,
  'no-tag-seen': 12,
  'property-unverified': 13,
  'no-campaign': 14,
  'no-property': 15,
} as const satisfies Record<CallOut['code'], number>;

const stakeOf = ({ at_stake_micros: stake = 0 }: CallOut) => stake;

/** Most at stake first, then the worst; of the same kind, in the order found. Those that were put away are left out. */
export function worstFirst(
  callOuts: readonly CallOut[],
  dismissed: ReadonlySet<string> = new Set(),
): CallOut[] {
  return callOuts
    .filter(({ key }) => key === undefined || !dismissed.has(key))
    .sort((a, b) => stakeOf(b) - stakeOf(a) || RANK[a.code] - RANK[b.code])
    .slice(0, MOST_CALL_OUTS);
}
