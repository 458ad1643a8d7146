import { api } from '@ezdash/store';

/** One town's weather. */
export interface Town {
  id: string;
  name: string;
  /** Whole degrees Celsius. */
  degrees: number;
}

export const weatherApi = api.injectEndpoints({
  endpoints: (build) => ({
    weatherTowns: build.query<Town[], void>({ query: () => '/api/weather', providesTags: ['Campaign'] }),
    weatherAddTown: build.mutation<Town, { name: string }>({
      query: (body) => ({ url: '/api/weather', method: 'POST', body }),
      invalidatesTags: ['Campaign'],
    }),
  }),
});

export const { useWeatherTownsQuery, useWeatherAddTownMutation } = weatherApi;
