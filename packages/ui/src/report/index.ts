/** No tier of the shell's: reports on delivery, built into the remotes that import it (scripts/build/targets.mjs). */
export { ReportPage, type ReportPageProps } from './ReportPage';
export type { Asked, ReportApi, ReportFailure, ReportSide } from './ReportSide';
export type { FigureName } from './reportFigures';
export { questionOf, type ReportState } from './reportState';
