import type { AdsTxtResult } from '@ezdash/contracts';
import { useMemo } from 'react';
import { usePublisherAdsTxtListQuery } from '../adsTxt/adsTxt.api';

/** What the files of properties say, by the property's id; null: nobody has looked at it yet. */
export type AdsTxtResults = ReadonlyMap<string, AdsTxtResult | null>;

/** Of all properties in use; those it is not known of are missing. */
export function useAdsTxtResults(): AdsTxtResults {
  const { data } = usePublisherAdsTxtListQuery();
  return useMemo(() => new Map(data?.properties.map(({ id, result }) => [id, result])), [data]);
}
