import {
  ADVERTISER_METRIC_GROUPS,
  METRIC_GROUPS,
  type MetricGroup,
  PUBLISHER_METRIC_GROUPS,
} from '@ezdash/contracts';
import { seededRandom } from '../../../api/src/features/demo/visitsModel';
import type { Market } from '../database/makeMarket';

const SEED = 20_261_121;
export const SIDES = ['advertiser', 'publisher'] as const;
type Side = (typeof SIDES)[number];
/** For the page's own choices of a period; most of the questions are about the whole year. */
const PERIODS = ['2025-11-22', '2025-11-22', '2025-11-22', '2026-08-24', '2026-10-25'];

export interface Question {
  side: Side;
  ownerId: number;
  groups: MetricGroup[];
  from: string;
}

/** What the page offers a side; hours are of a single day, and reasons are read by the hour. */
function groupsOf(side: Side): MetricGroup[] {
  const foreign = side === 'advertiser' ? PUBLISHER_METRIC_GROUPS : ADVERTISER_METRIC_GROUPS;
  return METRIC_GROUPS.filter(
    (group) => group !== 'hour' && group !== 'invalid_reason' && !foreign.includes(group),
  );
}

/** So many dimensions of an owner's figures, of those that the page offers, owners by how much they have. */
export function questions(
  { size, advertiserOf, publisherOf, propertyOf }: Market,
  count: number,
  dimensions: number,
): Question[] {
  const random = seededRandom(SEED);
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from');
    return item;
  };
  return Array.from({ length: count }, (): Question => {
    const side = random() < 0.6 ? SIDES[0] : SIDES[1];
    const offered = groupsOf(side);
    const groups: MetricGroup[] = [];
    while (groups.length < dimensions) groups.push(one(offered.filter((group) => !groups.includes(group))));
    // Who has more asks more: the owner of any campaign, the owner of any zone's property.
    const zoneOwner = publisherOf[(propertyOf[Math.floor(random() * size.zones)] ?? 1) - 1] ?? 0;
    return {
      side,
      ownerId: side === 'advertiser' ? one(advertiserOf) : zoneOwner,
      groups,
      from: one(PERIODS),
    };
  });
}
