import { publicId, REFERRAL_PAGES, type ReferralFigures, type ReferralFunnel } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, toNumber } from '../../platform/db';
import { NotFoundError, ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { findLinks, type LinkFigures } from './links.repo';
import { addDays, type ReferralParts } from './parts';

export interface FunnelService {
  /** Throws 422 for a span that is none or too long, 404 for a link that is not the account's. */
  read(userId: number, ask: { from: string; to: string; link?: string }): Promise<ReferralFunnel>;
}

interface DayRow extends LinkFigures {
  link_id: number;
  day: string;
}

const NOTHING: ReferralFigures = { clicks: 0, sign_ups: 0, active: 0, earned_micros: 0 };
const figuresOf = ({ clicks, sign_ups, active, earned_micros }: LinkFigures): ReferralFigures => ({
  clicks,
  sign_ups,
  active,
  earned_micros: toNumber(earned_micros),
});
const sumOf = (rows: readonly LinkFigures[]): ReferralFigures =>
  rows.map(figuresOf).reduce(
    (sum, each) => ({
      clicks: sum.clicks + each.clicks,
      sign_ups: sum.sign_ups + each.sign_ups,
      active: sum.active + each.active,
      earned_micros: sum.earned_micros + each.earned_micros,
    }),
    NOTHING,
  );

function groupedBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

async function findDays(db: Db, linkIds: readonly number[], from: string, to: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    SELECT link_id, day::text AS day, clicks, sign_ups, active, earned_micros FROM referral_day
    WHERE link_id = ANY(${[...linkIds]}::int[]) AND day BETWEEN ${from}::date AND ${to}::date`.execute(db);
  return rows;
}

function daysOf(from: string, to: string): string[] {
  if (from > to) throw new ValidationError({ to: ['The last day lies before the first'] });
  const days = [from];
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) {
    days.push(day);
    if (days.length > REFERRAL_PAGES.mostDays)
      throw new ValidationError({ to: ['A period is at most 366 days'] });
  }
  return days;
}

export function createFunnelService({ db }: Pick<ReferralParts, 'db'>): FunnelService {
  return {
    async read(userId, { from, to, link }) {
      const days = daysOf(from, to);
      const all = await findLinks(db, userId);
      const wanted = link === undefined ? null : publicRowId('referralLink', link);
      const links = link === undefined ? all : all.filter(({ id }) => id === wanted);
      if (link !== undefined && links.length === 0) throw new NotFoundError('No such link');
      const rows = await findDays(
        db,
        links.map(({ id }) => id),
        from,
        to,
      );
      const byDay = groupedBy(rows, ({ day }) => day);
      const byLink = groupedBy(rows, ({ link_id }) => link_id);
      return {
        from,
        to,
        totals: sumOf(rows),
        links: links
          .filter(({ id, archived_at }) => archived_at === null || byLink.has(id) || link !== undefined)
          .map(({ id, label, code, archived_at }) => ({
            id: publicId('referralLink', id),
            label,
            code,
            archived: archived_at !== null,
            ...sumOf(byLink.get(id) ?? []),
          })),
        days: days.map((day) => ({ day, ...sumOf(byDay.get(day) ?? []) })),
      };
    },
  };
}
