/** How often a saved report is mailed. */
export const REPORT_RHYTHMS = ['day', 'week', 'month'] as const;
export type ReportRhythm = (typeof REPORT_RHYTHMS)[number];

/**
 * Why a report was not mailed. unverified: nobody has shown that mail to the account's address arrives; inactive: the
 * account is not active; query: it asks for something that is not there any more; trouble: it failed here, several times.
 */
export const REPORT_TROUBLES = ['unverified', 'inactive', 'query', 'trouble'] as const;
export type ReportTrouble = (typeof REPORT_TROUBLES)[number];

export const REPORT_NAME_MOST = 80;
export const REPORT_QUERY_MOST = 4_000;
/** Of one account. */
export const REPORTS_MOST = 100;
/** Rows of a mailed CSV file; the page exports more. */
export const REPORT_MAIL_ROWS = 10_000;
