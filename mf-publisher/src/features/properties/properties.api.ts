import type {
  DateRange,
  FloorAdvice,
  MadeServerKey,
  Property,
  PropertyDetail,
  PropertyInput,
  PropertyList,
  PropertyUpdate,
  TagDebugger,
  Zone,
  ZoneInput,
  ZoneUpdate,
} from '@ezdash/contracts';
import { api } from '@ezdash/store';

/** A property and the days its figures are of. */
export interface PropertyRequest extends DateRange {
  id: string;
}

/** What depends on a property or a zone: all that shows its figures or its state. */
const CHANGED = ['Property', 'Zone', 'PublisherDashboard'] as const;

export const propertiesApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    publisherProperties: build.query<PropertyList, DateRange>({
      query: ({ from, to }) => ({ url: '/api/properties', params: { from, to } }),
      providesTags: ['Property'],
    }),
    publisherProperty: build.query<PropertyDetail, PropertyRequest>({
      query: ({ id, from, to }) => ({
        url: `/api/properties/${encodeURIComponent(id)}`,
        params: { from, to },
      }),
      providesTags: (_, __, { id }) => [{ type: 'Property', id }, 'Zone'],
    }),
    publisherCreateProperty: build.mutation<Property, PropertyInput>({
      query: (body) => ({ url: '/api/properties', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : [...CHANGED]),
    }),
    publisherUpdateProperty: build.mutation<Property, { id: string; changes: PropertyUpdate }>({
      query: ({ id, changes }) => ({
        url: `/api/properties/${encodeURIComponent(id)}`,
        method: 'PATCH',
        body: changes,
      }),
      invalidatesTags: (_, error) => (error ? [] : [...CHANGED]),
    }),
    publisherReplaceServerKey: build.mutation<MadeServerKey, string>({
      query: (id) => ({
        url: `/api/properties/${encodeURIComponent(id)}/server-key`,
        method: 'POST',
        body: {},
      }),
      invalidatesTags: (_, error, id) => (error ? [] : [{ type: 'Property', id }]),
    }),
    publisherRemoveServerKey: build.mutation<void, string>({
      query: (id) => ({ url: `/api/properties/${encodeURIComponent(id)}/server-key`, method: 'DELETE' }),
      invalidatesTags: (_, error, id) => (error ? [] : [{ type: 'Property', id }]),
    }),
    publisherOpenTagDebugger: build.mutation<TagDebugger, string>({
      query: (id) => ({
        url: `/api/properties/${encodeURIComponent(id)}/tag-debugger`,
        method: 'POST',
        body: {},
      }),
    }),
    publisherFloorAdvice: build.query<FloorAdvice, string>({
      query: (id) => `/api/zones/${encodeURIComponent(id)}/floor-advice`,
      providesTags: ['Zone'],
    }),
    publisherCreateZone: build.mutation<Zone, { propertyId: string; input: ZoneInput }>({
      query: ({ propertyId, input }) => ({
        url: `/api/properties/${encodeURIComponent(propertyId)}/zones`,
        method: 'POST',
        body: input,
      }),
      invalidatesTags: (_, error) => (error ? [] : [...CHANGED]),
    }),
    publisherUpdateZone: build.mutation<Zone, { id: string; changes: ZoneUpdate }>({
      query: ({ id, changes }) => ({
        url: `/api/zones/${encodeURIComponent(id)}`,
        method: 'PATCH',
        body: changes,
      }),
      invalidatesTags: (_, error) => (error ? [] : [...CHANGED]),
    }),
  }),
});

export const {
  usePublisherPropertiesQuery,
  usePublisherPropertyQuery,
  usePublisherCreatePropertyMutation,
  usePublisherUpdatePropertyMutation,
  usePublisherReplaceServerKeyMutation,
  usePublisherRemoveServerKeyMutation,
  usePublisherOpenTagDebuggerMutation,
  usePublisherFloorAdviceQuery,
  usePublisherCreateZoneMutation,
  usePublisherUpdateZoneMutation,
} = propertiesApi;
