import type {
  DateRange,
  ReferralBanners,
  ReferralEarningState,
  ReferralEarnings,
  ReferralFunnel,
  ReferralLink,
  ReferralLinkInput,
  ReferralOverview,
} from '@ezdash/contracts';

/** A call that failed, in the server's words. */
export interface ReferralsFailure {
  status: number | string;
  message: string;
  code: string;
  requestId?: string;
}

/** What a query is asked with, beside its argument. */
export interface AskOptions {
  refetchOnMountOrArgChange?: boolean;
  pollingInterval?: number;
  skipPollingIfUnfocused?: boolean;
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

/** The same of a list that comes page by page. */
export interface AskedPages<Page> {
  currentData?: { pages: Page[] };
  error?: unknown;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

type Ask<Argument, Data> = (argument: Argument, options?: AskOptions) => Asked<Data>;
type Act<Argument, Data> = () => readonly [
  (argument: Argument) => { unwrap: () => Promise<Data> },
  { isLoading: boolean },
];

export interface FunnelQuestion extends DateRange {
  /** Id of one link; left out: all of them. */
  link?: string;
}

export interface BannersQuestion {
  link: string;
  locale: string;
}

/** The endpoints of a remote, as hooks: the page asks and acts by these alone. Keep it a constant. */
export interface ReferralsApi {
  failureOf: (error: unknown) => ReferralsFailure | null;
  useOverview: Ask<void, ReferralOverview>;
  useFunnel: Ask<FunnelQuestion, ReferralFunnel>;
  useBanners: Ask<BannersQuestion, ReferralBanners>;
  useEarnings: (state: ReferralEarningState | null, options?: AskOptions) => AskedPages<ReferralEarnings>;
  useJoin: Act<void, ReferralOverview>;
  useAddLink: Act<ReferralLinkInput, ReferralLink>;
  useRenameLink: Act<ReferralLinkInput & { id: string }, ReferralLink>;
  useArchiveLink: Act<string, ReferralLink>;
  useRestoreLink: Act<string, ReferralLink>;
}

/** Whose page it is: earnings go to an advertiser's balance, or to what is payable to a publisher. */
export type ReferrerRole = 'advertiser' | 'publisher';
