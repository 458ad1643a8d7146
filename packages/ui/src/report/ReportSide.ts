import type {
  MetricGroup,
  MetricsReport,
  ReportSchedule,
  SavedReport,
  SavedReportInput,
  SavedReportList,
} from '@ezdash/contracts';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { FigureName } from './figureNames';

/** A call that failed, in the server's words. */
export interface ReportFailure {
  status: number | 'network' | 'timeout';
  message: string;
  code: string;
  requestId?: string;
  errors: Record<string, string[]>;
}

/** What came of a query; its error is read by `failureOf`. */
export interface Asked<Data> {
  data?: Data;
  /** Of the argument that is asked with now: nothing of the one before. */
  currentData?: Data;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

type Act<Argument, Data> = () => readonly [
  (argument: Argument) => { unwrap: () => Promise<Data> },
  { isLoading: boolean },
];

/** The endpoints of a remote, as hooks: the page asks and acts by these alone. Keep it a constant. */
export interface ReportApi {
  failureOf: (error: unknown) => ReportFailure | null;
  /** Why a call failed, as a sentence. */
  useErrorText: () => (error: ReportFailure) => string;
  /** The same with the request that support asks for. */
  useFailureText: () => (error: ReportFailure) => string;
  useFigures: (
    question: Record<string, string>,
    options?: { skip?: boolean; refetchOnMountOrArgChange?: number },
  ) => Asked<MetricsReport>;
  useSaved: () => Asked<SavedReportList>;
  useCreate: Act<SavedReportInput, SavedReport>;
  useUpdate: Act<SavedReportInput & { id: string }, SavedReport>;
  useDelete: Act<string, void>;
  useSchedule: Act<{ id: string; schedule: ReportSchedule }, SavedReport>;
  useEndSchedule: Act<string, SavedReport>;
}

/** Whose reports they are: what there is to ask and to see, in whose words. Keep it a constant. */
export interface ReportSide {
  /** Its texts are under `metricsReport` there. */
  namespace: string;
  groups: readonly MetricGroup[];
  /** What a report is grouped by that does not say. */
  first: MetricGroup;
  /** In the order of the table. */
  figures: readonly FigureName[];
  /** Of them, those in the table until others are chosen; all of them unless said. */
  columns?: readonly FigureName[];
  tiles: readonly FigureName[];
  /** The amount that the side is about. */
  worth: 'spend_micros' | 'earnings_micros';
  api: ReportApi;
  /** The page's address: what it says, and the way to another (`?group=…`), as a step of the history or in its place. */
  useAddress: () => { search: URLSearchParams; go: (search: string, replace: boolean) => void };
}

export const ReportSideContext = createContext<ReportSide | null>(null);

export function useReportSide(): ReportSide {
  const side = useContext(ReportSideContext);
  if (!side) throw new Error('A part of a report stands outside of the report');
  return side;
}

/** Texts of the side, and those of the design system as `ui:…`. */
export function useReportText() {
  const { namespace } = useReportSide();
  return useTranslation([namespace, 'ui']);
}
