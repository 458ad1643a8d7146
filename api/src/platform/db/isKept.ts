import { CAMPAIGNS } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';

/**
 * Campaigns, creatives, properties or zones in use, or archived so lately that an ad of theirs may still be on somebody's screen.
 * An archived one changes no more, so its `updated_at` is when it was archived; an operator's word on its priority keeps
 * it for longer.
 */
export const isKept = (table: string, now: Date | RawBuilder<Date> = sql<Date>`now()`): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.state`)} <> 'archived' OR ${sql.ref(`${table}.updated_at`)} >
    ${now}::timestamptz - make_interval(days => ${CAMPAIGNS.archivedDays}))`;
