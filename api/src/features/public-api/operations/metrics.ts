import {
  metricsReport,
  noFillReport,
  savedReport,
  savedReportInput,
  savedReportList,
} from '@ezdash/contracts';
import { translateMessage } from '../../../locales';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/db';
import { requestLocale, route } from '../../../platform/http';
import {
  metricsAsk,
  metricsQuery,
  noFillAsk,
  noFillQuery,
  readMetrics,
  readNoFill,
  type SendExport,
  sendNoFill,
  sideOf,
} from '../../reports';
import { type SavedReportsService, scheduleInput } from '../../saved-reports';
import { body, CSV_FILE, idParams, named, type Operation, operation } from '../operation';

/** Advertisers and publishers each have reports: the account says whose figures are meant. */
const TAG = { tag: 'Reports' } as const;
const REPORT = named('SavedReport', savedReport);
const INPUT = body('SavedReportInput', savedReportInput);
/** A file has all rows. */
const exportQuery = metricsQuery.omit({ limit: true, offset: true, cursor: true });
const EXAMPLE = { name: 'Countries by device', query: 'group=country,device&period=last28&compare=previous' };

export interface MetricsDeps {
  db: Db;
  clock: Clock;
  sendExport: SendExport;
  savedReports: SavedReportsService;
}

function figures({ db, clock, sendExport }: MetricsDeps): Operation[] {
  return [
    operation(
      {
        ...TAG,
        id: 'getMetrics',
        method: 'get',
        path: '/metrics',
        scope: 'read',
        summary:
          'Figures by up to four dimensions, compared with another period; a cursor leads to the rows behind',
        query: metricsQuery,
        answer: named('Metrics', metricsReport),
      },
      ({ query, user }) => readMetrics(db, metricsAsk(query, sideOf(user.role), user.id, clock.now())),
    ),
    {
      ...TAG,
      role: null,
      id: 'exportMetrics',
      method: 'get',
      path: '/metrics/export',
      scope: 'read',
      summary: 'All rows of the same question as a CSV file, as a stream',
      status: 200,
      query: exportQuery,
      takesImage: false,
      file: 'text/csv',
      answer: CSV_FILE,
      handlers: [
        route({ query: exportQuery }, async ({ query, user, req, res }) => {
          const ask = metricsAsk(
            { ...metricsQuery.parse({}), ...query },
            sideOf(user.role),
            user.id,
            clock.now(),
          );
          await sendExport(ask, { res, locale: requestLocale(req) });
        }),
      ],
    },
  ];
}

/** Why a publisher's ad requests found no ad. */
function noFill({ db, clock }: MetricsDeps): Operation[] {
  const ofPublisher = { tag: 'Reports', role: 'publisher', method: 'get', scope: 'read' } as const;
  return [
    operation(
      {
        ...ofPublisher,
        id: 'getNoFill',
        path: '/no-fill',
        summary: 'Why ad requests were answered with no ad, by reason',
        query: noFillQuery,
        answer: named('NoFillReport', noFillReport),
      },
      ({ query, user }) => readNoFill(db, noFillAsk(query, user.id, clock.now())),
    ),
    {
      ...ofPublisher,
      id: 'exportNoFill',
      path: '/no-fill/export',
      summary: 'The same as a CSV file; its first row are the requests that were filled',
      status: 200,
      query: noFillQuery,
      takesImage: false,
      file: 'text/csv',
      answer: CSV_FILE,
      handlers: [
        route({ query: noFillQuery }, async ({ query, user, req, res }) =>
          sendNoFill(res, await readNoFill(db, noFillAsk(query, user.id, clock.now())), (text) =>
            translateMessage(requestLocale(req), text),
          ),
        ),
      ],
    },
  ];
}

function reports({ savedReports }: MetricsDeps): Operation[] {
  return [
    operation(
      {
        ...TAG,
        id: 'listSavedReports',
        method: 'get',
        path: '/metrics-reports',
        scope: 'read',
        summary: 'Saved reports and when they are mailed',
        answer: named('SavedReportList', savedReportList),
      },
      ({ user }) => savedReports.list(user.id),
    ),
    operation(
      {
        ...TAG,
        id: 'createSavedReport',
        method: 'post',
        path: '/metrics-reports',
        scope: 'write',
        status: 201,
        summary: 'Save a report under a name',
        body: INPUT,
        example: EXAMPLE,
        answer: REPORT,
      },
      (context) => savedReports.create(context.user.id, context.body),
    ),
    operation(
      {
        ...TAG,
        id: 'updateSavedReport',
        method: 'put',
        path: '/metrics-reports/{id}',
        scope: 'write',
        summary: 'Change the name of a saved report and what it asks for',
        params: idParams,
        body: INPUT,
        example: EXAMPLE,
        answer: REPORT,
      },
      (context) => savedReports.update(context.user.id, context.params.id, context.body),
    ),
    operation(
      {
        ...TAG,
        id: 'scheduleSavedReport',
        method: 'put',
        path: '/metrics-reports/{id}/schedule',
        scope: 'write',
        summary: 'Have a saved report mailed every day, week or month',
        params: idParams,
        body: body('ReportSchedule', scheduleInput),
        example: { every: 'week', hour: 7, timezone: 'Europe/Berlin' },
        answer: REPORT,
      },
      (context) => savedReports.schedule(context.user.id, context.params.id, context.body),
    ),
    operation(
      {
        ...TAG,
        id: 'endReportSchedule',
        method: 'delete',
        path: '/metrics-reports/{id}/schedule',
        scope: 'write',
        summary: 'End the mails of a saved report',
        params: idParams,
        answer: REPORT,
      },
      ({ params, user }) => savedReports.endSchedule(user.id, params.id),
    ),
    operation(
      {
        ...TAG,
        id: 'deleteSavedReport',
        method: 'delete',
        path: '/metrics-reports/{id}',
        scope: 'write',
        summary: 'Delete a saved report; answers those that are left',
        params: idParams,
        answer: named('SavedReportList', savedReportList),
      },
      async ({ params, user }) => {
        await savedReports.remove(user.id, params.id);
        return savedReports.list(user.id);
      },
    ),
  ];
}

export const metricsOperations = (deps: MetricsDeps): Operation[] => [
  ...figures(deps),
  ...noFill(deps),
  ...reports(deps),
];
