import { PLACES, type Place, type PlaceList, type PlaceQuery, publicId } from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import { type Db, toNumber } from '../../../platform/db';
import { openRegionNames } from '../../../platform/geo';
import { addDays, dayOf, publicRowId } from '../../figures';
import * as repo from './places.repo';

export interface PlaceService {
  /** Where a campaign may run, with the traffic of 28 whole days; only what `place` may tell (contracts). */
  list(advertiserId: number, query: PlaceQuery): Promise<PlaceList>;
}

/** By name, or those of these codes that have one. */
async function findRegions(search: string, codes: readonly string[] | undefined): Promise<PlaceList> {
  const names = await openRegionNames();
  const most = codes ? PLACES.mostIds : PLACES.most;
  const found = codes ? names.of(codes.slice(0, most)) : names.find(search, most + 1);
  return {
    places: [],
    more: found.length > most,
    regions: found.slice(0, most).map(({ code, name, ownName }) => ({ code, name, own_name: ownName })),
  };
}

export function createPlaceService({ db, clock }: { db: Db; clock: Clock }): PlaceService {
  return {
    async list(advertiserId, { kind, search, ids, fits = [] }) {
      if (kind === 'regions') return findRegions(search, ids);
      const idKind = kind === 'zones' ? 'zone' : 'property';
      const rowIds = ids?.slice(0, PLACES.mostIds).flatMap((id) => publicRowId(idKind, id) ?? []);
      const most = rowIds ? PLACES.mostIds : PLACES.most;
      const by = rowIds ? { ids: rowIds } : { search: search.trim(), fits };
      const today = dayOf(clock.now());
      const from = addDays(today, -PLACES.days);
      const to = addDays(today, -1);
      const found = await repo.findPlaces(db, kind, by, { from, to }, most + 1);
      const places = found.slice(0, most);
      if (places.length === 0) return { places: [], more: false };
      const requests = new Map(
        (await repo.findRequests(db, kind, places, from, to)).map((row) => [row.id, row]),
      );
      const own = new Map(
        (await repo.findOwnFigures(db, kind, advertiserId, places, from, to)).map((row) => [row.id, row]),
      );
      const present = (row: repo.PlaceRow): Place => ({
        id: publicId(idKind, row.id),
        name: row.name,
        domain: row.domain,
        category: row.category,
        zone:
          row.kind === null
            ? null
            : {
                kind: row.kind,
                width: row.width ?? 0,
                height: row.height ?? 0,
                floor_micros: toNumber(row.floor_micros ?? 0n),
              },
        requests: toNumber(requests.get(row.id)?.requests ?? 0n),
        filled: toNumber(requests.get(row.id)?.filled ?? 0n),
        own: {
          impressions: toNumber(own.get(row.id)?.impressions ?? 0n),
          spend_micros: toNumber(own.get(row.id)?.spend ?? 0n),
        },
      });
      return { places: places.map(present), more: found.length > most };
    },
  };
}
