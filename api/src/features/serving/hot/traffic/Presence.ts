/** Somebody's own work on the app makes their address theirs for so long. */
const LASTS_MS = 3_600_000;
const MOST_ADDRESSES = 20_000;
/** More people of the network behind one address than this are an event of the network: the latest are remembered. */
const MOST_USERS = 16;

interface Seen {
  userId: number;
  untilMs: number;
}

/** The operator's own people: whatever they see or click is internal. */
export const STAFF = 0;

/**
 * Which accounts work from which address (as `AddressKeys` numbers it) right now: an advertiser who clicks the own ads
 * and a publisher who clicks the ads of the own pages are told from visitors. Kept in memory, for an hour after the
 * last call.
 */
export class Presence {
  private readonly byAddress = new Map<number, Seen[]>();

  /** `userId`: an account's, or STAFF. */
  note(address: number, userId: number, nowMs: number): void {
    const others = (this.byAddress.get(address) ?? []).filter(
      (seen) => seen.userId !== userId && seen.untilMs > nowMs,
    );
    // The address used last stands last.
    this.byAddress.delete(address);
    this.byAddress.set(address, [...others.slice(1 - MOST_USERS), { userId, untilMs: nowMs + LASTS_MS }]);
    const [oldest] = this.byAddress.keys();
    if (this.byAddress.size > MOST_ADDRESSES && oldest !== undefined) this.byAddress.delete(oldest);
  }

  /** Whether the operator's people, or one of these accounts, work from this address. */
  has(address: number, accounts: readonly (number | undefined)[], nowMs: number): boolean {
    const seen = this.byAddress.get(address);
    if (!seen) return false;
    return seen.some(
      ({ userId, untilMs }) => untilMs > nowMs && (userId === STAFF || accounts.includes(userId)),
    );
  }

  clear(): void {
    this.byAddress.clear();
  }
}
