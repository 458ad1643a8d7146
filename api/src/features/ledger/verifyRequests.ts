import { NO_FILL_REASONS } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';

/** Which cubes `request_daily` has, said here once more as in dailyCubeOwners.ts; a test holds it to `requestCubes.ts`. */
export const REQUEST_CUBE_IDS: readonly number[] = [1, 2, 3, 4, 5, 6];

const CUBES = sql.join(REQUEST_CUBE_IDS.map((id) => sql`(${sql.lit(id)}::smallint)`));
const isFolded = (day: RawBuilder<unknown>) => sql`${day} IN (SELECT day FROM rollup_day WHERE has_requests)`;
const BELOW_FLOOR = NO_FILL_REASONS['below-floor'];
const DAY = sql`(hour AT TIME ZONE 'UTC')::date`;

/** Days whose requests are folded: every cube of a publisher comes to what its hours do. */
export const REQUEST_CHECKS: Readonly<Record<string, RawBuilder<unknown>>> = {
  'daily requests': sql`
    SELECT concat_ws(' ', 'day', day, 'publisher', publisher_id, 'cube', cube, v.name) AS subject,
      coalesce(v.expected, 0)::int8 AS expected, coalesce(v.actual, 0)::int8 AS actual
    FROM (
      SELECT cube, publisher_id, day, requests, filled, below_floor
      FROM (SELECT publisher_id, ${DAY} AS day, sum(requests) AS requests,
          sum(CASE WHEN reason = 0 THEN requests ELSE 0 END) AS filled,
          sum(CASE WHEN reason = ${sql.lit(BELOW_FLOOR)} THEN requests ELSE 0 END) AS below_floor
        FROM request_hourly WHERE ${isFolded(DAY)} GROUP BY 1, 2) hours
      CROSS JOIN (VALUES ${CUBES}) c (cube)
    ) e
    FULL JOIN (SELECT cube, publisher_id, day, sum(requests) AS requests, sum(filled) AS filled,
        sum(below_floor) AS below_floor
      FROM request_daily WHERE ${isFolded(sql`day`)} GROUP BY 1, 2, 3) r USING (cube, publisher_id, day)
    CROSS JOIN LATERAL (VALUES ('requests', e.requests, r.requests), ('filled', e.filled, r.filled),
      ('below floor', e.below_floor, r.below_floor)) v (name, expected, actual)
    WHERE coalesce(v.expected, 0) <> coalesce(v.actual, 0)`,
};
