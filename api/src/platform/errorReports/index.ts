export { createErrorReports, type ErrorReportsOptions } from './createErrorReports';
export { type ErrorFacts, type ErrorReports, noErrorReports } from './ErrorReports';
export { pagesReportTo, reportAddresses } from './pageReports';
export { routeName } from './requestTrace';
