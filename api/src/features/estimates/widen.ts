import { setImmediate as others } from 'node:timers/promises';
import {
  DEVICE_CODES,
  DEVICES,
  type Device,
  ESTIMATES,
  type EstimateInput,
  type EstimatePlace,
  type EstimateRange,
} from '@ezdash/contracts';
import { countryCode, type Missed, Prospect } from '../serving';
import { halfStep } from './coarse';
import { type Asker, estimate } from './estimate';
import { effectiveOf, type Sample, type SampledAuction } from './Sample';

/** What a campaign may take that it leaves out: a banner's size, a country (ISO 3166-1) or a device. */
export type Width =
  | { kind: 'size'; width: number; height: number }
  | { kind: 'country'; country: string }
  | { kind: 'device'; device: Device };

/** What it would win of that alone at its bid, whatever it costs. */
export interface Widening {
  width: Width;
  /** Impressions a day. */
  wins: EstimateRange;
  /** What one of them costs, in micros: between which it lies, by how both figures that it is worked out from are rounded. */
  eachMicros: { low: number; middle: number; high: number };
  /** Recorded auctions that it was worked out from, as equally weighted ones. */
  effective: number;
  /** Days that these are of. */
  days: number;
  leftOut: ReturnType<typeof estimate>['left_out'];
}

/** One dimension without its limits, and of each auction beyond them which width would have let the campaign in. */
interface Wider {
  missed: Missed;
  input: EstimateInput;
  widthOf(auction: SampledAuction): Width | null;
  only(width: Width): EstimateInput;
}

const NOWHERE = 'ZZ';
const keyOf = (width: Width) => JSON.stringify(width);
const deviceOf = (code: number) => DEVICES.find((device) => DEVICE_CODES[device] === code);

function prospectOf(
  { targeting, places, pricing, bidding, category }: EstimateInput,
  asker: Asker,
): Prospect {
  return new Prospect({
    advertiserId: asker.advertiserId,
    pricing,
    bidding,
    category,
    // Addresses are not kept: a rule on them would leave nothing.
    targeting: { ...targeting, ip_ranges: { include: [], exclude: [] } },
    places,
    ratePpm: asker.ratePpm,
  });
}

function widerSizes(input: EstimateInput, sample: Sample): Wider[] {
  // Who shows no banners has no use for another size.
  if (!input.places.some(({ kind }) => kind === 'banner')) return [];
  const banners = sample.auctions.flatMap(({ context: { zone } }): EstimatePlace[] =>
    zone.kind === 'banner' ? [{ kind: 'banner', width: zone.width, height: zone.height }] : [],
  );
  const sizes = [...new Map(banners.map((place) => [JSON.stringify(place), place])).values()];
  return [
    {
      missed: 'places',
      input: { ...input, places: sizes },
      widthOf: ({ context: { zone } }) => ({ kind: 'size', width: zone.width, height: zone.height }),
      only: (width) => ({
        ...input,
        places: width.kind === 'size' ? [{ ...width, kind: 'banner' }] : input.places,
      }),
    },
  ];
}

function widerCountries(input: EstimateInput): Wider[] {
  const { countries, regions } = input.targeting;
  // Without a country the regions alone would say where; what is left out by name stays left out.
  if (countries.include.length === 0 || regions.include.length > 0) return [];
  const taking = (include: string[]) => ({
    ...input,
    targeting: { ...input.targeting, countries: { ...countries, include } },
  });
  return [
    {
      missed: 'countries',
      input: taking([]),
      widthOf: ({ context: { origin } }) => {
        const country = countryCode(origin);
        return country === NOWHERE ? null : { kind: 'country', country };
      },
      only: (width) => taking(width.kind === 'country' ? [width.country] : []),
    },
  ];
}

function widerDevices(input: EstimateInput): Wider[] {
  const { devices } = input.targeting;
  if (devices.include.length === 0) return [];
  const taking = (include: Device[]) => ({
    ...input,
    targeting: { ...input.targeting, devices: { ...devices, include } },
  });
  return [
    {
      missed: 'devices',
      input: taking([]),
      widthOf: ({ context: { client } }) => {
        const device = deviceOf(client.device);
        return device === undefined ? null : { kind: 'device', device };
      },
      only: (width) => taking(width.kind === 'device' ? [width.device] : []),
    },
  ];
}

/** The width with the most traffic that the campaign misses by this alone; null where too little of it was recorded. */
function widest(
  own: Prospect,
  wider: Prospect,
  { missed, widthOf }: Wider,
  auctions: readonly SampledAuction[],
): { width: Width; effective: number } | null {
  const groups = new Map<string, { width: Width; weights: number[]; sum: number }>();
  for (const auction of auctions) {
    if (own.missedBy(auction.context) !== missed || wider.missedBy(auction.context) !== null) continue;
    const width = widthOf(auction);
    if (width === null) continue;
    const key = keyOf(width);
    const group = groups.get(key) ?? { width, weights: [], sum: 0 };
    group.weights.push(auction.weight);
    group.sum += auction.weight;
    groups.set(key, group);
  }
  const [first] = [...groups.values()].sort((a, b) => b.sum - a.sum);
  const effective = first ? Math.floor(effectiveOf(first.weights)) : 0;
  return first && effective >= ESTIMATES.fewestAuctions ? { width: first.width, effective } : null;
}

/** What a ratio of two figures that are told in two digits may have been. */
const ratioOf = (cost: number, wins: number) => ({
  low: Math.max(0, cost - halfStep(cost)) / (wins + halfStep(wins)),
  middle: cost / wins,
  high: (cost + halfStep(cost)) / (wins - halfStep(wins)),
});

/**
 * Of each dimension that narrows a campaign the one size, country or device with the most traffic beyond it, and what it
 * would win of that: told like every estimate, and left out where an estimate tells nothing. Others may run between its
 * passes over the sample.
 */
export async function widen(input: EstimateInput, sample: Sample, asker: Asker): Promise<Widening[]> {
  if (sample.effective < ESTIMATES.fewestAuctions || input.places.length === 0) return [];
  const own = prospectOf(input, asker);
  const found: Widening[] = [];
  for (const wider of [...widerSizes(input, sample), ...widerCountries(input), ...widerDevices(input)]) {
    const most = widest(own, prospectOf(wider.input, asker), wider, sample.auctions);
    await others();
    if (most === null) continue;
    const { bid, left_out } = estimate(
      { ...wider.only(most.width), daily_budget_micros: null },
      sample,
      asker,
    );
    await others();
    if (bid === null || bid.wins.low === 0) continue;
    found.push({
      width: most.width,
      wins: bid.wins,
      eachMicros: ratioOf(bid.cost_micros.per_day, bid.wins.per_day),
      effective: most.effective,
      days: sample.days,
      leftOut: left_out,
    });
  }
  return found;
}
