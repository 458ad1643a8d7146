import { z } from 'zod';
import { lineText, plainText, timestamp } from './common';
import { REPORT_NAME_MOST, REPORT_QUERY_MOST, REPORT_RHYTHMS, REPORT_TROUBLES } from './reportRules';

/** When a saved report is mailed: every day, on Mondays, or on the first of the month, at an hour of the timezone. */
export const reportSchedule = z.object({
  every: z.enum(REPORT_RHYTHMS),
  /** 0 to 23. */
  hour: z.number().int().min(0).max(23),
  /** IANA name. */
  timezone: z.string().min(1).max(64),
});
export type ReportSchedule = z.infer<typeof reportSchedule>;

/** A saved report as its owner sees it. */
export const savedReport = z.object({
  id: z.string(),
  name: z.string(),
  /** The whole state of the Metrics page, as it stands in its address: `group=campaign,country&period=last28`. */
  query: z.string(),
  /** Null: it is not mailed. */
  schedule: reportSchedule.nullable(),
  /** When it is mailed next; null when it is not mailed. */
  next_mail_at: timestamp.nullable(),
  last_mailed_at: timestamp.nullable(),
  /** Why the last mail was not made; null when it was. */
  failure: z.object({ at: timestamp, reason: z.enum(REPORT_TROUBLES) }).nullable(),
  created_at: timestamp,
});
export type SavedReport = z.infer<typeof savedReport>;

/** GET /api/metrics-reports and /api/v1/metrics-reports: by name. */
export const savedReportList = z.object({ reports: z.array(savedReport) });
export type SavedReportList = z.infer<typeof savedReportList>;

/**
 * POST /api/metrics-reports (201) and PUT /api/metrics-reports/:id; PUT and DELETE …/:id/schedule set and end the mails.
 * A name that is in use and a query that cannot be asked are refused (422).
 */
export const savedReportInput = z.object({
  name: lineText.min(1, { error: 'Give the report a name' }).max(REPORT_NAME_MOST),
  query: plainText.max(REPORT_QUERY_MOST),
});
export type SavedReportInput = z.infer<typeof savedReportInput>;
