import {
  DELIVERY_GROUPS,
  deliveryReport,
  EARNINGS_GROUPS,
  earningsReport,
  publicId,
} from '@ezdash/contracts';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/db';
import {
  addDelivery,
  addEarnings,
  deliveryByCampaign,
  deliveryByDay,
  figuresByDay,
  figuresByProperty,
  figuresByZone,
  NO_DELIVERY,
  NO_EARNINGS,
  type Period,
  periodOf,
  periodQuery,
} from '../../figures';
import { named, type Operation, operation } from '../operation';

type Row<Figures> = Figures & { key: string };

/** Every day of the period, silent ones with zeros. */
function dayRows<Figures>(
  { days }: Period,
  byDay: ReadonlyMap<string, Figures>,
  nothing: Readonly<Figures>,
): Row<Figures>[] {
  return days.map((day) => ({ key: day, ...(byDay.get(day) ?? nothing) }));
}

/** Rows by their public id, in the order in which they were made. */
function idRows<Figures>(
  kind: 'campaign' | 'property' | 'zone',
  byId: ReadonlyMap<number, Figures>,
): Row<Figures>[] {
  return [...byId]
    .sort(([a], [b]) => a - b)
    .map(([id, figures]) => ({ key: publicId(kind, id), ...figures }));
}

const deliveryQuery = periodQuery.extend({ by: z.enum(DELIVERY_GROUPS).default('day') });
const earningsQuery = periodQuery.extend({ by: z.enum(EARNINGS_GROUPS).default('day') });

async function deliveryRows(db: Db, advertiserId: number, by: 'day' | 'campaign', period: Period) {
  return by === 'day'
    ? dayRows(period, await deliveryByDay(db, advertiserId, period), NO_DELIVERY)
    : idRows('campaign', await deliveryByCampaign(db, [advertiserId], period));
}

async function earningsRows(db: Db, publisherId: number, by: 'day' | 'property' | 'zone', period: Period) {
  if (by === 'day') return dayRows(period, await figuresByDay(db, publisherId, period), NO_EARNINGS);
  const read = by === 'zone' ? figuresByZone : figuresByProperty;
  return idRows(by, await read(db, publisherId, period));
}

export function reportOperations({ db, clock }: { db: Db; clock: Clock }): Operation[] {
  return [
    operation(
      {
        id: 'reportDelivery',
        method: 'get',
        path: '/reports/delivery',
        tag: 'Reports',
        summary: 'What was delivered and spent, by day or campaign',
        scope: 'read',
        role: 'advertiser',
        query: deliveryQuery,
        answer: named('DeliveryReport', deliveryReport),
      },
      async ({ query: { by, ...range }, user }) => {
        const period = periodOf(range, clock.now());
        const rows = await deliveryRows(db, user.id, by, period);
        return { by, from: period.from, to: period.to, rows, totals: addDelivery(rows) };
      },
    ),
    operation(
      {
        id: 'reportEarnings',
        method: 'get',
        path: '/reports/earnings',
        tag: 'Reports',
        summary: 'What was asked for, shown and earned, by day, property or zone',
        scope: 'read',
        role: 'publisher',
        query: earningsQuery,
        answer: named('EarningsReport', earningsReport),
      },
      async ({ query: { by, ...range }, user }) => {
        const period = periodOf(range, clock.now());
        const rows = await earningsRows(db, user.id, by, period);
        return { by, from: period.from, to: period.to, rows, totals: addEarnings(rows) };
      },
    ),
  ];
}
