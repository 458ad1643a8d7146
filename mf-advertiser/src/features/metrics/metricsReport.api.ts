import type {
  MetricsReport,
  ReportSchedule,
  SavedReport,
  SavedReportInput,
  SavedReportList,
} from '@ezdash/contracts';
import { api, toApiError } from '@ezdash/store';
import type { ReportApi } from '@ezdash/ui/report';
import { useErrorText } from '../../components/useErrorText';
import { useFailureText } from '../../components/useFailureText';

const pathOf = (id: string) => `/api/metrics-reports/${encodeURIComponent(id)}`;

const metricsReportApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** GET /api/metrics with its own query. */
    metricsReportFigures: build.query<MetricsReport, Record<string, string>>({
      query: (params) => ({ url: '/api/metrics', params }),
      keepUnusedDataFor: 60,
    }),
    metricsReportSaved: build.query<SavedReportList, void>({
      query: () => '/api/metrics-reports',
      providesTags: ['SavedReport'],
    }),
    metricsReportCreate: build.mutation<SavedReport, SavedReportInput>({
      query: (body) => ({ url: '/api/metrics-reports', method: 'POST', body }),
      invalidatesTags: ['SavedReport'],
    }),
    metricsReportUpdate: build.mutation<SavedReport, SavedReportInput & { id: string }>({
      query: ({ id, ...body }) => ({ url: pathOf(id), method: 'PUT', body }),
      invalidatesTags: ['SavedReport'],
    }),
    metricsReportDelete: build.mutation<void, string>({
      query: (id) => ({ url: pathOf(id), method: 'DELETE' }),
      invalidatesTags: ['SavedReport'],
    }),
    metricsReportSchedule: build.mutation<SavedReport, { id: string; schedule: ReportSchedule }>({
      query: ({ id, schedule }) => ({ url: `${pathOf(id)}/schedule`, method: 'PUT', body: schedule }),
      invalidatesTags: ['SavedReport'],
    }),
    metricsReportEndSchedule: build.mutation<SavedReport, string>({
      query: (id) => ({ url: `${pathOf(id)}/schedule`, method: 'DELETE' }),
      invalidatesTags: ['SavedReport'],
    }),
  }),
});

export const { useMetricsReportFiguresQuery } = metricsReportApi;

/** What the shared page asks and acts by. */
export const advertiserReportApi: ReportApi = {
  failureOf: toApiError,
  useErrorText,
  useFailureText,
  useFigures: useMetricsReportFiguresQuery,
  useSaved: metricsReportApi.useMetricsReportSavedQuery,
  useCreate: metricsReportApi.useMetricsReportCreateMutation,
  useUpdate: metricsReportApi.useMetricsReportUpdateMutation,
  useDelete: metricsReportApi.useMetricsReportDeleteMutation,
  useSchedule: metricsReportApi.useMetricsReportScheduleMutation,
  useEndSchedule: metricsReportApi.useMetricsReportEndScheduleMutation,
};
