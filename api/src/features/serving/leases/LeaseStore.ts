/** Another process that serves ads with the same database. */
export interface LiveNode {
  number: number;
  name: string;
  /** It spends nothing but its leases. */
  leasing: boolean;
}

/** What a process asks of one campaign. Amounts in micros; `places` are impressions of a campaign with a limit. */
export interface LeaseAsk {
  campaignId: number;
  /** The dearest event: less than this is of no use. 0 when events cost nothing. */
  unitMicros: number;
  /** Decided or journaled, not billed yet. */
  inUseMicros: number;
  inUsePlaces: number;
  /** What it would like to have beside that: some two seconds of spend. */
  wantMicros: number;
  wantPlaces: number;
  /** Gives back what is beyond this; null keeps all. The asker spends no more than this from before it asks. */
  keepMicros: number | null;
  keepPlaces: number | null;
}

/** A lease as it is now. */
export interface GrantedLease {
  campaignId: number;
  micros: number;
  places: number;
  revision: number;
  /** Billed in all for impressions that other processes received; these are waited for no more. */
  elsewhereMicros: number;
  elsewherePlaces: number;
  /** Not even one more event could be granted; others may hold what they do not use. */
  scarce: boolean;
}

export interface LeaseRequest {
  node: number;
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** How many processes share. */
  nodes: number;
  /** Each campaign once. */
  asks: readonly LeaseAsk[];
}

export interface Beat {
  /** False when the process was taken for dead: its leases are gone, it has to join anew. */
  alive: boolean;
  others: LiveNode[];
  /** Campaigns of which others want what this process does not use. */
  recalled: number[];
}

/** Was taken for dead, so that its leases may be with others by now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Where budgets are shared out among processes. What a batch of events bills is taken off the leases in the batch's own
 * transaction (`settleLeases` of the events feature): spent and leased together never exceed a budget.
 */
export interface LeaseStore {
  /** A new process, or a new life of one, with a number of its own. Answers the others that live. */
  join(name: string, leasing: boolean): Promise<{ node: number; others: LiveNode[] }>;
  /** Keeps a process alive. */
  beat(node: number, leasing: boolean): Promise<Beat>;
  /** Campaigns that nobody may deliver are left out of the answer. Throws LeaseLost. */
  lease(request: LeaseRequest): Promise<GrantedLease[]>;
  /** Asks the other processes for what they do not use. */
  recall(node: number, campaignIds: readonly number[]): Promise<void>;
  /** Gives back what is left of the days before this one. */
  dropDaysBefore(node: number, day: string): Promise<void>;
  /** The process ends: gives back all but what is in use, and that too once it may count as lost. */
  leave(
    node: number,
    inUse: readonly Pick<GrantedLease, 'campaignId' | 'micros' | 'places'>[],
  ): Promise<void>;
}
