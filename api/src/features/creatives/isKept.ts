import { CAMPAIGNS } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';

/**
 * Campaigns or creatives that are in use, or were archived so lately that somebody may still have them on the screen.
 * An archived one changes no more, so its `updated_at` is when it was archived; an operator's word on its priority keeps
 * it for longer.
 */
export const isKept = (table: string, now: Date | RawBuilder<Date> = sql<Date>`now()`): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.state`)} <> 'archived' OR ${sql.ref(`${table}.updated_at`)} >
    ${now}::timestamptz - make_interval(days => ${CAMPAIGNS.archivedDays}))`;
