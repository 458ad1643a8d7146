import { type Property, type PublisherDashboard, type PublisherFigures, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db';
import {
  addEarnings,
  balanceOf,
  dayOf,
  earningsByCountry,
  endOfFirstDay,
  figuresByDay,
  figuresByZone,
  makePeriod,
  NO_EARNINGS,
  type Period,
  previousPeriod,
  requestedBefore,
} from '../figures';
import { fillDays } from './advertiserDashboard';
import { publisherCallOuts } from './callOuts';

const MOST_ZONES = 8;
const MOST_COUNTRIES = 8;

interface ZoneRow {
  id: number;
  name: string;
  width: number;
  height: number;
  state: string;
  last_request_at: Date | null;
  created_at: Date;
  property_id: number;
  property: string;
  property_state: Property['state'];
  state_reason: string | null;
}
interface PropertyRow {
  id: number;
  name: string;
  state: ZoneRow['property_state'];
  state_reason: string | null;
}

/** Those in use, and archived ones with figures. */
async function readZones(db: Db, publisherId: number, withFigures: Iterable<number>): Promise<ZoneRow[]> {
  const { rows } = await sql<ZoneRow>`
    SELECT z.id, z.name, z.width, z.height, z.state, z.last_request_at, z.created_at, z.state_reason,
      p.id AS property_id,
      p.name AS property, p.state AS property_state
    FROM zone z JOIN property p ON p.id = z.property_id WHERE p.publisher_id = ${publisherId}
      AND ((z.state <> 'archived' AND p.state <> 'archived') OR z.id = ANY (${[...withFigures]}::int[]))
    ORDER BY z.id`.execute(db);
  return rows;
}

async function readProperties(db: Db, publisherId: number): Promise<PropertyRow[]> {
  const { rows } = await sql<PropertyRow>`
    SELECT id, name, state, state_reason FROM property WHERE publisher_id = ${publisherId} AND state <> 'archived'
    ORDER BY lower(name), id`.execute(db);
  return rows;
}

/** The zones that earned most, then those that were asked most. */
function topZones(zones: readonly ZoneRow[], figures: ReadonlyMap<number, PublisherFigures>) {
  return zones
    .map((zone) => ({
      id: publicId('zone', zone.id),
      property_id: publicId('property', zone.property_id),
      name: zone.name,
      property: zone.property,
      width: zone.width,
      height: zone.height,
      figures: figures.get(zone.id) ?? { ...NO_EARNINGS },
    }))
    .sort(
      (a, b) =>
        b.figures.earnings_micros - a.figures.earnings_micros || b.figures.requests - a.figures.requests,
    )
    .slice(0, MOST_ZONES);
}

/** Whoever makes a zone has this long to put its tag into a page, before anybody asks. */
const TAG_MS = 24 * 3_600_000;

const waitsForTag = (zone: ZoneRow, now: Date) =>
  zone.state === 'active' &&
  zone.property_state !== 'archived' &&
  zone.last_request_at === null &&
  now.getTime() - zone.created_at.getTime() >= TAG_MS;

type FiguresByDay = ReadonlyMap<string, PublisherFigures>;

/** Today and the month so far: from the days at hand when they reach that far, else read. */
async function readMonth(
  db: Db,
  publisherId: number,
  now: Date,
  known: { from: string; to: string; byDay: FiguresByDay },
) {
  const today = dayOf(now);
  const month = makePeriod(`${today.slice(0, 8)}01`, today);
  const isKnown = known.from <= month.from && known.to >= month.to;
  const byDay = isKnown ? known.byDay : await figuresByDay(db, publisherId, month);
  const days = month.days.map((day) => byDay.get(day) ?? NO_EARNINGS);
  return { monthMicros: addEarnings(days).earnings_micros, today: { ...NO_EARNINGS, ...byDay.get(today) } };
}

/** Everything the publisher's dashboard shows, in a handful of indexed queries over one snapshot of the database. */
export function readPublisherDashboard(
  db: Db,
  publisherId: number,
  period: Period,
  now: Date,
  finalUntil: Date,
): Promise<PublisherDashboard> {
  return inTransaction(
    db,
    async (trx) => {
      const before = previousPeriod(period);
      const properties = await readProperties(trx, publisherId);
      const byZone = await figuresByZone(trx, publisherId, period);
      const zones = await readZones(trx, publisherId, byZone.keys());
      const byDay = await figuresByDay(trx, publisherId, { start: before.start, end: period.end });
      const countries = await earningsByCountry(trx, publisherId, period, MOST_COUNTRIES);
      const comparable = await requestedBefore(trx, publisherId, endOfFirstDay(before));
      const known = { from: before.from, to: period.to, byDay };
      const { monthMicros, today } = await readMonth(trx, publisherId, now, known);
      const { pendingMicros, payableMicros, onHoldMicros } = await balanceOf(trx, publisherId);
      const days = fillDays<PublisherFigures>(period.days, byDay, NO_EARNINGS);
      const previousDays = fillDays<PublisherFigures>(before.days, byDay, NO_EARNINGS);
      return {
        from: period.from,
        to: period.to,
        now: now.toISOString(),
        final_until: finalUntil.toISOString(),
        pending_micros: pendingMicros,
        payable_micros: payableMicros,
        on_hold_micros: onHoldMicros,
        today,
        month_to_date_micros: monthMicros,
        totals: addEarnings(days),
        previous: addEarnings(previousDays),
        comparable,
        days,
        previous_days: previousDays,
        zones: topZones(zones, byZone),
        countries,
        call_outs: publisherCallOuts(
          properties.map((row) => ({ ...row, id: publicId('property', row.id) })),
          zones
            .filter((zone) => waitsForTag(zone, now))
            .map((zone) => ({
              id: publicId('zone', zone.id),
              name: zone.name,
              propertyId: publicId('property', zone.property_id),
              property: zone.property,
            })),
          zones
            .filter((zone) => zone.state === 'stopped' && zone.property_state !== 'archived')
            .map((zone) => ({
              name: zone.name,
              propertyId: publicId('property', zone.property_id),
              reason: zone.state_reason ?? '',
            })),
        ),
      };
    },
    { isolation: 'repeatable read' },
  );
}
