import { userInfo } from 'node:os';
import { email as emailSchema, type IdKind, rowId } from '@ezdash/contracts';
import { findUserByEmail } from '../features/accounts';
import type { Db } from '../platform/db';
import { UsageError } from './withDatabase';

type Role = 'advertiser' | 'publisher' | 'admin';

/** The account of an address, when it has this role. */
export async function accountOf(db: Db, address: string, role: Role): Promise<number> {
  const email = emailSchema.safeParse(address);
  const user = email.success ? await findUserByEmail(db, email.data) : undefined;
  if (user?.role !== role) throw new UsageError(`There is no ${role} with the address ${address}.`);
  return user.id;
}

const TABLES = { zone: 'zone', property: 'property', campaign: 'campaign' } as const;

/** The row of a public id (`z_…`), when there is one. */
export async function rowOf(db: Db, kind: keyof typeof TABLES & IdKind, id: string): Promise<number> {
  const row = rowId(kind, id);
  const found =
    row !== null && (await db.selectFrom(TABLES[kind]).select('id').where('id', '=', row).executeTakeFirst());
  if (!found) throw new UsageError(`There is no ${kind} ${id}.`);
  return found.id;
}

/** Who decides: the admin who is named, or whoever sits at the command line. */
export async function actorOf(db: Db, address: string | undefined): Promise<string> {
  if (address === undefined) return `command line (${userInfo().username})`;
  return `admin ${await accountOf(db, address, 'admin')}`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/;

/** `2026-11-01` (the day's beginning) or `2026-11-01T10:00Z`, both UTC, in epoch milliseconds. */
export function momentOf(text: string, option: string): number {
  const timeMs = DAY.test(text) || MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  // 31 November is a day that Date would move.
  const kept = !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text.slice(0, 10));
  if (!kept) throw new UsageError(`${option}: write it as 2026-11-01 or 2026-11-01T10:00Z (UTC).`);
  return timeMs;
}
