export {
  loadErrorReports,
  reportError,
  setReportUser,
  startErrorReports,
  useSentReport,
} from './errorReports';
export type { ErrorOrigin } from './types';
