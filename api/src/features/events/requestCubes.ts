import { NO_FILL_REASONS } from '@ezdash/contracts';
import { type RawBuilder, sql } from 'kysely';
import { type Cube, findCube, insertInto } from './cubes';

/** What is known of an ad request, and a row of `request_daily` can be told apart by. */
const REQUEST_DIMENSIONS = ['property_id', 'zone_id', 'country', 'device', 'reason'] as const;

/** Its id is `request_daily.cube`. */
export type RequestCube = Cube<(typeof REQUEST_DIMENSIONS)[number], 'publisher_id'>;

/** The narrower first. The fourth answers whatever can be asked without the reason, the last one with it. */
export const REQUEST_CUBES: readonly RequestCube[] = [
  { id: 1, owner: 'publisher_id', dimensions: ['country', 'device'] },
  { id: 2, owner: 'publisher_id', dimensions: ['property_id', 'zone_id', 'device'] },
  { id: 3, owner: 'publisher_id', dimensions: ['property_id', 'country'] },
  { id: 4, owner: 'publisher_id', dimensions: ['property_id', 'zone_id', 'country', 'device'] },
  { id: 5, owner: 'publisher_id', dimensions: ['property_id', 'zone_id', 'reason'] },
  { id: 6, owner: 'publisher_id', dimensions: ['property_id', 'zone_id', 'country', 'device', 'reason'] },
];

/** The first cube that tells all of these apart; null when requests are not told apart by one of them. */
export const requestCubeFor = (dimensions: Iterable<string>): RequestCube | null =>
  findCube(REQUEST_CUBES, 'publisher_id', dimensions);

const TABLE = {
  table: 'request_daily',
  ownerColumn: 'publisher_id',
  cubes: REQUEST_CUBES,
  dimensions: REQUEST_DIMENSIONS,
  figures: ['requests', 'filled', 'below_floor'],
};

/** The figures of a row of `request_hourly` that its reason decides. */
export const REQUESTS_BY_REASON = sql.raw(
  `CASE WHEN reason = ${NO_FILL_REASONS.filled} THEN requests ELSE 0 END AS filled,
    CASE WHEN reason = ${NO_FILL_REASONS['below-floor']} THEN requests ELSE 0 END AS below_floor`,
);

/** Adds rows to every cube of `request_daily` (`insertInto`). */
export const insertRequestCubes = (
  common: RawBuilder<unknown>,
  source: RawBuilder<unknown>,
): RawBuilder<unknown> => insertInto(TABLE, common, source);
