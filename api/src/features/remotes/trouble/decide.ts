/** How a release fared within a time. */
export interface Figures {
  /** Networks that pages with trouble were given into. */
  networks: number;
  /** Accounts that had trouble; null where guests have it, too. */
  accounts: number | null;
  /** Pages with trouble; of one network, and of one account, no more than `MOST_OF_ONE`. */
  failing: number;
  /** Pages that were given. */
  pages: number;
}

/** How a release fared that is compared with; null when there is none, or nobody was given it. */
export type Before = Pick<Figures, 'failing' | 'pages'> | null;

/** Fewer networks are a person, an office, or a few of them: people decide about those. */
export const LEAST_NETWORKS = 5;
/** Where pages are for people who are signed in: one account is one person, wherever their machines are. */
export const LEAST_ACCOUNTS = 3;
/** Of the pages that were given. */
export const LEAST_SHARE = 0.05;
/** As much as before: trouble that was there already is not this release's. */
export const LEAST_TIMES = 3;
/** So that whoever loads pages day and night, from one network or by one account, counts as a few people. */
export const MOST_OF_ONE = 5;

type Fare = Pick<Figures, 'failing' | 'pages'>;

/** Reports of pages that were given elsewhere count as given: tabs that were open, servers that have not told yet. */
const givenTo = ({ failing, pages }: Fare) => Math.max(failing, pages);

/** Pages with trouble among those that were given. */
export const shareOf = (fare: Fare): number => (fare.failing === 0 ? 0 : fare.failing / givenTo(fare));

/** Whether the network takes a release back by itself. */
export function mustWithdraw(now: Figures, before: Before): boolean {
  if (now.networks < LEAST_NETWORKS || shareOf(now) < LEAST_SHARE) return false;
  if (now.accounts !== null && now.accounts < LEAST_ACCOUNTS) return false;
  // Whole numbers: three times a tenth is more than three tenths to a computer.
  return before === null || now.failing * givenTo(before) >= LEAST_TIMES * before.failing * givenTo(now);
}
