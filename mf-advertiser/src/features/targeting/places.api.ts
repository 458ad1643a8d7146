import type { PlaceList } from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** Places that a campaign may take or leave by name. */
export type PlaceKind = 'properties' | 'zones';

interface PlaceArgs {
  kind: PlaceKind | 'regions';
  search?: string;
  ids?: string;
  /** `banner-300x250,native`: only what an ad of these fits into. */
  fits?: string;
}

const placesApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    targetingPlaces: build.query<PlaceList, PlaceArgs>({
      query: (params) => ({ url: '/api/campaign-places', params }),
    }),
  }),
});

export const { useTargetingPlacesQuery } = placesApi;
