import type {
  MetricsReport,
  NoFillReport,
  ReportSchedule,
  SavedReport,
  SavedReportInput,
  SavedReportList,
} from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { type ApiError, api, toApiError } from '@ezdash/store';
import type { ReportApi } from '@ezdash/ui/report';
import { useTranslation } from 'react-i18next';

const SAVED = '/api/metrics-reports';
const pathOf = (id: string) => `${SAVED}/${encodeURIComponent(id)}`;
const CHANGED = ['SavedReport' as const];

const reportsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** GET /api/metrics with its own query. */
    publisherReportFigures: build.query<MetricsReport, Record<string, string>>({
      query: (params) => ({ url: '/api/metrics', params }),
      keepUnusedDataFor: 60,
    }),
    publisherNoFill: build.query<NoFillReport, Record<string, string>>({
      query: (params) => ({ url: '/api/publisher/no-fill', params }),
      keepUnusedDataFor: 60,
    }),
    publisherSavedReports: build.query<SavedReportList, void>({
      query: () => SAVED,
      providesTags: CHANGED,
    }),
    publisherSaveReport: build.mutation<SavedReport, SavedReportInput>({
      query: (body) => ({ url: SAVED, method: 'POST', body }),
      invalidatesTags: CHANGED,
    }),
    publisherChangeReport: build.mutation<SavedReport, SavedReportInput & { id: string }>({
      query: ({ id, ...body }) => ({ url: pathOf(id), method: 'PUT', body }),
      invalidatesTags: CHANGED,
    }),
    publisherDeleteReport: build.mutation<void, string>({
      query: (id) => ({ url: pathOf(id), method: 'DELETE' }),
      invalidatesTags: CHANGED,
    }),
    publisherScheduleReport: build.mutation<SavedReport, { id: string; schedule: ReportSchedule }>({
      query: ({ id, schedule }) => ({ url: `${pathOf(id)}/schedule`, method: 'PUT', body: schedule }),
      invalidatesTags: CHANGED,
    }),
    publisherEndReportSchedule: build.mutation<SavedReport, string>({
      query: (id) => ({ url: `${pathOf(id)}/schedule`, method: 'DELETE' }),
      invalidatesTags: CHANGED,
    }),
  }),
});

export const { usePublisherNoFillQuery, usePublisherReportFiguresQuery } = reportsApi;

/** The server's words as a sentence, or that there are none. */
export function useErrorText(): (error: Pick<ApiError, 'message'>) => string {
  const { t } = useTranslation('publisher');
  return ({ message }) => sentence(message) || t('problem.noAnswer');
}

/** The same with the request that support asks for; what somebody can put right needs no support. */
function useFailureText() {
  const { t } = useTranslation('publisher');
  const errorText = useErrorText();
  return (error: Pick<ApiError, 'message' | 'status' | 'requestId'>) =>
    error.status === 422 || !error.requestId
      ? errorText(error)
      : `${errorText(error)} ${t('problem.request', { id: error.requestId })}`;
}

/** What the shared page asks and acts by. */
export const publisherReportApi: ReportApi = {
  failureOf: toApiError,
  useErrorText,
  useFailureText,
  useFigures: reportsApi.usePublisherReportFiguresQuery,
  useSaved: reportsApi.usePublisherSavedReportsQuery,
  useCreate: reportsApi.usePublisherSaveReportMutation,
  useUpdate: reportsApi.usePublisherChangeReportMutation,
  useDelete: reportsApi.usePublisherDeleteReportMutation,
  useSchedule: reportsApi.usePublisherScheduleReportMutation,
  useEndSchedule: reportsApi.usePublisherEndReportScheduleMutation,
};
