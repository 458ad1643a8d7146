import { PRICING_CODES } from '@ezdash/contracts';
import { Bitset } from './Bitset';
import type { Among, SnapshotCampaign } from './entries';

/** Takes everybody. */
export const ANYBODY: Among = {
  unmeasured: false,
  uncapped: false,
  payPerImpression: false,
  categories: null,
};

/** An index, as far as it is looked at here. */
interface Campaigns {
  size: number;
  campaigns: readonly SnapshotCampaign[];
}

/** Different wishes whose sets one index keeps; exchanges have few. */
const MOST_KEPT = 64;
const known = new WeakMap<Campaigns, Map<string, Bitset>>();

function isAmong(campaign: SnapshotCampaign, among: Among): boolean {
  const { capped, pricing, priority, category, measuredOnly } = campaign;
  if (among.unmeasured && measuredOnly) return false;
  if (among.uncapped && capped) return false;
  if (among.payPerImpression && (pricing !== PRICING_CODES.CPM || priority === 'house')) return false;
  return among.categories === null || (category !== null && among.categories.includes(category));
}

/** The positions of an index that are among them; made once for as long as the index lives. Not to be changed. */
export function amongSet(index: Campaigns, among: Among): Bitset {
  const sets = known.get(index) ?? new Map<string, Bitset>();
  known.set(index, sets);
  const { unmeasured, uncapped, payPerImpression, categories } = among;
  const key = `${unmeasured} ${uncapped} ${payPerImpression} ${categories === null ? '*' : categories.join()}`;
  const found = sets.get(key);
  if (found !== undefined) return found;
  const set = new Bitset(index.size);
  for (let position = 0; position < index.campaigns.length; position += 1) {
    const campaign = index.campaigns[position];
    if (campaign !== undefined && isAmong(campaign, among)) set.set(position);
  }
  if (sets.size >= MOST_KEPT) sets.clear();
  sets.set(key, set);
  return set;
}
