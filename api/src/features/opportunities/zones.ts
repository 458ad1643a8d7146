import { OPPORTUNITIES, type Opportunity, publicId } from '@ezdash/contracts';
import { editZone } from '../troubleshoot';
import { daysOf, isWorthAWord, type LookedAt, perDay, ppm, proposal, type ZoneFigures } from './LookedAt';
import { type Range, shareRange, whole } from './ranges';

type Count = 'impressions' | 'clicks' | 'conversions';
/** What a zone is measured by: events out of cases that are paid for. */
interface Measure {
  event: 'clicks' | 'conversions';
  of: 'impressions' | 'clicks';
}

const MILLION = 1_000_000;
const DAY_HOURS = 24;
const total = (zones: readonly ZoneFigures[], count: Count) =>
  zones.reduce((sum, zone) => sum + zone[count], 0);

/**
 * Conversions where the campaign has enough of them, clicks otherwise. Who pays by the click loses nothing where nobody
 * clicks, and who pays by the conversion nothing at all.
 */
function measureOf({ campaign, zones }: LookedAt): Measure | null {
  const { pricing } = campaign;
  const isEnough = (count: Count) => total(zones, count) >= OPPORTUNITIES.fewestEvents;
  if (pricing === 'CPA') return null;
  const of = pricing === 'CPC' ? 'clicks' : 'impressions';
  if (isEnough('conversions')) return { event: 'conversions', of };
  return pricing === 'CPM' && isEnough('clicks') ? { event: 'clicks', of } : null;
}

interface Compared {
  zone: ZoneFigures;
  rate: number;
  others: number;
  cases: number;
  /** Of what is spent there in all: what brought less than it does elsewhere. */
  wasted: Range;
}

/** Null unless the zone surely brings far less than all the others together do in the hours since its first. */
function compare(zone: ZoneFigures, { event, of }: Measure): Compared | null {
  const othersCases = zone.others[of];
  const othersEvents = zone.others[event];
  if (zone[of] <= 0 || othersCases <= 0 || othersEvents < OPPORTUNITIES.fewestEvents) return null;
  const others = shareRange(Math.min(1, othersEvents / othersCases), othersCases);
  if (others.middle * zone[of] < OPPORTUNITIES.fewestExpected) return null;
  const own = shareRange(Math.min(1, Math.max(0, zone[event] / zone[of])), zone[of]);
  if (own.high * MILLION > others.low * OPPORTUNITIES.mostZoneRatePpm) return null;
  const wasted = (rate: number, elsewhere: number) => zone.spendMicros * (1 - rate / elsewhere);
  return {
    zone,
    rate: own.middle,
    others: others.middle,
    cases: zone[of],
    wasted: {
      low: wasted(own.high, others.low),
      middle: wasted(own.middle, others.middle),
      high: wasted(own.low, others.high),
    },
  };
}

/** The zone that wasted most, of those that the campaign still takes. */
export function excludeZone(looked: LookedAt): Opportunity | null {
  const { campaign, zones, zoneHours } = looked;
  const measure = measureOf(looked);
  if (measure === null || zoneHours < OPPORTUNITIES.fewestDays * DAY_HOURS) return null;
  const { targeting } = campaign;
  const takes = (
    { include, exclude }: { include: readonly string[]; exclude: readonly string[] },
    id: string,
  ) => !exclude.includes(id) && (include.length === 0 || include.includes(id));
  const isTaken = ({ zoneId, propertyId, isLive }: ZoneFigures) =>
    isLive &&
    takes(targeting.zones, publicId('zone', zoneId)) &&
    takes(targeting.properties, publicId('property', propertyId));
  const [worst] = zones
    .filter(isTaken)
    .flatMap((zone) => compare(zone, measure) ?? [])
    .sort((a, b) => b.wasted.low - a.wasted.low || a.zone.zoneId - b.zone.zoneId);
  if (!worst) return null;
  const { zone, rate, others, cases, wasted } = worst;
  const spend = zones.reduce((sum, { spendMicros }) => sum + spendMicros, 0);
  if (!isWorthAWord(wasted.low, spend)) return null;
  const id = publicId('zone', zone.zoneId);
  return proposal(
    looked,
    'exclude_zone',
    editZone(campaign.id, id),
    {
      facts: {
        zone: id,
        zone_name: zone.name,
        domain: zone.domain,
        measure: measure.event,
        rate_ppm: ppm(rate),
        others_ppm: ppm(others),
        spend_micros: zone.spendMicros,
        days: daysOf(zoneHours),
      },
      saves_micros: whole({
        low: perDay(wasted.low, zoneHours),
        middle: perDay(wasted.middle, zoneHours),
        high: perDay(wasted.high, zoneHours),
      }),
      cases: { count: cases, of: measure.of },
      days: daysOf(zoneHours),
    },
    [id],
  );
}
