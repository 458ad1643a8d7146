import type { Targeting } from '@ezdash/contracts';
import { useTargetingPlacesQuery } from './places.api';
import { useRegionNames } from './useRegionNames';

/** The same targeting with regions, properties and zones by their names, to be read; what has none keeps its code. */
export function useNamedTargeting(targeting: Targeting): Targeting {
  const { regions, properties, zones } = targeting;
  const region = useRegionNames([...regions.include, ...regions.exclude]);
  const property = usePlaceNames('properties', [...properties.include, ...properties.exclude]);
  const zone = usePlaceNames('zones', [...zones.include, ...zones.exclude]);
  const named = (choice: { include: string[]; exclude: string[] }, nameOf: (id: string) => string) => ({
    include: choice.include.map(nameOf),
    exclude: choice.exclude.map(nameOf),
  });
  return {
    ...targeting,
    regions: named(regions, region.nameOf),
    properties: named(properties, property),
    zones: named(zones, zone),
  };
}

function usePlaceNames(kind: 'properties' | 'zones', ids: readonly string[]): (id: string) => string {
  const { data } = useTargetingPlacesQuery(
    { kind, ids: [...ids].sort().join(',') },
    { skip: ids.length === 0 },
  );
  const names = new Map((data?.places ?? []).map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}
