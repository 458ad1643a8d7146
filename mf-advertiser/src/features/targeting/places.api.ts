import type { PlaceList } from '@ezdash/contracts';
import { api } from '@ezdash/store';

interface PlaceArgs {
  kind: 'properties' | 'zones' | 'regions';
  search?: string;
  ids?: string;
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
