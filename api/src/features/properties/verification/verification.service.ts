import type { PropertyVerification, VerificationFinding } from '@ezdash/contracts';
import { publicId } from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../../platform/db';
import { ConflictError, NotFoundError } from '../../../platform/errors';
import { publicRowId } from '../../figures';
import { foldRegistered } from '../domain/lookalikes';
import { dnsNamesOf, fileUrlOf, lineOf, metaTagOf } from './instructions';
import { type LookDeps, lookForToken } from './lookForToken';
import { FAILURES_TO_LOSE, nextRound, nextTry } from './schedule';
import * as repo from './verification.repo';

/** The token of a verified property is not there any more, for those who tell its owner. */
export interface LostVerification {
  propertyId: number;
  publisherId: number;
  name: string;
  domain: string;
  /** By the method that it was verified by, what was found last. */
  outcome: VerificationFinding['outcome'];
  /** Whether ads that somebody pays for go on. */
  isShowingAds: boolean;
  lostAt: Date;
}

export interface VerificationDeps extends LookDeps {
  db: Db;
  clock: Clock;
  autoApproveProperties: boolean;
  /** Told in the transaction in which it is lost. */
  onLost?(trx: Trx, lost: LostVerification): Promise<void>;
  random?: () => number;
}

export interface VerificationService {
  /** What to put where, and what was found; another publisher's property does not exist (404). */
  get(publisherId: number, id: string): Promise<PropertyVerification>;
  /** Looks now. What is not found costs nothing: only the network's own looks count against a site. */
  check(publisherId: number, id: string): Promise<PropertyVerification>;
  /** Properties whose token is to be looked for. */
  due(limit: number): Promise<number[]>;
  checkDue(propertyId: number): Promise<void>;
  /** With the transaction that adds a property, or takes it into use again. */
  begin(trx: Trx, propertyId: number): Promise<void>;
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

function present(row: repo.VerificationRow): PropertyVerification {
  const { domain, token } = row;
  return {
    property_id: publicId('property', row.property_id),
    domain,
    state: row.verified_at ? 'verified' : row.lost_at ? 'lost' : 'unverified',
    token,
    meta_tag: metaTagOf(token),
    file: { url: fileUrlOf(domain), content: lineOf(token) },
    dns: { names: dnsNamesOf(domain), value: lineOf(token) },
    method: row.method,
    verified_at: iso(row.verified_at),
    lost_at: iso(row.lost_at),
    checked_at: iso(row.checked_at),
    findings: row.findings,
    failures: row.failures,
    failing_since: iso(row.failing_since),
    next_check_at: iso(row.next_at),
  };
}

/** No word of the site, nor of its name servers. */
const SILENCE: ReadonlySet<VerificationFinding['outcome']> = new Set([
  'name-unknown',
  'timed-out',
  'refused',
  'broken',
]);

const isFound = ({ outcome }: VerificationFinding) => outcome === 'found';

export function createVerificationService(deps: VerificationDeps): VerificationService {
  const { db, clock, autoApproveProperties, onLost, random = Math.random } = deps;

  async function own(publisherId: number, id: string): Promise<repo.VerificationRow> {
    const rowNumber = publicRowId('property', id);
    const row = rowNumber === null ? undefined : await repo.findOwn(db, publisherId, rowNumber);
    if (!row) throw new NotFoundError('No such property');
    return row;
  }

  /** The token was found: the domain is this publisher's, unless another one holds it still. */
  async function keepFound(
    trx: Trx,
    row: repo.VerificationRow,
    findings: VerificationFinding[],
    now: Date,
    counts: boolean,
  ): Promise<void> {
    const { property_id: id, domain } = row;
    const holder = row.verified_at === null ? await repo.findHolder(trx, domain) : null;
    if (holder !== null) {
      await repo.hurry(trx, holder, now);
      const taken = findings.map((each) => (isFound(each) ? { ...each, outcome: 'taken' as const } : each));
      return keepMissing(trx, row, taken, now, counts);
    }
    const methods = findings.filter(isFound).map(({ method }) => method);
    // The way that it was found by before, when that still leads there.
    const method = methods.find((each) => each === row.method) ?? methods[0] ?? null;
    await repo.keepLook(trx, id, {
      method,
      verified_at: row.verified_at ?? now,
      lost_at: null,
      tries: 0,
      failures: 0,
      failing_since: null,
      next_at: nextRound(now, 0, random()),
      folded: foldRegistered(domain),
      checked_at: now,
      findings,
    });
    if (row.state === 'pending')
      await repo.setState(trx, id, autoApproveProperties ? 'approved' : 'verified', now);
  }

  async function lose(trx: Trx, row: repo.VerificationRow, findings: VerificationFinding[], now: Date) {
    const { property_id: id, state } = row;
    await repo.keepLook(trx, id, {
      method: null,
      verified_at: null,
      lost_at: now,
      tries: 0,
      failures: 0,
      failing_since: null,
      next_at: nextTry(now, 0),
      folded: null,
      checked_at: now,
      findings,
    });
    await repo.wakeWaiting(trx, row.domain, id, now);
    // Where new properties show ads at once, verified or not, none is stopped for it.
    const isKept = autoApproveProperties && state === 'approved';
    if (!isKept && (state === 'verified' || state === 'approved'))
      await repo.setState(trx, id, 'pending', now);
    await onLost?.(trx, {
      propertyId: id,
      publisherId: row.publisher_id,
      name: row.name,
      domain: row.domain,
      outcome: findings.find(({ method }) => method === row.method)?.outcome ?? 'token-missing',
      isShowingAds: isKept,
      lostAt: now,
    });
  }

  /** What nobody answered says nothing of a token, whoever is to blame; it counts once another one shows theirs. */
  async function isMiss(
    trx: Trx,
    { property_id: id, domain, method }: repo.VerificationRow,
    findings: VerificationFinding[],
  ): Promise<boolean> {
    const found = findings.find((each) => each.method === method);
    return !(found && SILENCE.has(found.outcome)) || (await repo.isWaitedFor(trx, domain, id));
  }

  /** `counts`: the network looked by itself. */
  async function keepMissing(
    trx: Trx,
    row: repo.VerificationRow,
    findings: VerificationFinding[],
    now: Date,
    counts: boolean,
  ): Promise<void> {
    const isVerified = row.verified_at !== null;
    const isMissed = isVerified && counts && (await isMiss(trx, row, findings));
    const failures = isMissed ? row.failures + 1 : row.failures;
    if (failures >= FAILURES_TO_LOSE) return lose(trx, row, findings, now);
    const tries = !isVerified && counts ? row.tries + 1 : row.tries;
    const planned = isVerified ? nextRound(now, Math.max(1, failures), random()) : nextTry(now, tries);
    await repo.keepLook(trx, row.property_id, {
      method: row.method,
      verified_at: row.verified_at,
      lost_at: row.lost_at,
      tries,
      failures,
      failing_since: failures === 0 ? null : (row.failing_since ?? now),
      next_at: counts ? planned : row.next_at,
      folded: isVerified ? foldRegistered(row.domain) : null,
      checked_at: now,
      findings,
    });
  }

  async function lookAndKeep(row: repo.VerificationRow, counts: boolean): Promise<void> {
    const findings = await lookForToken(deps, row.domain, row.token);
    await inTransaction(db, async (trx) => {
      const now = clock.now();
      // Before the rows: whoever finds a domain taken changes the row of who has it.
      await repo.lockDomain(trx, row.domain);
      const locked = await repo.lockInUse(trx, row.property_id);
      // Put away and taken back meanwhile: what was looked for is no token of it any more.
      if (locked?.token !== row.token) return;
      if (findings.some(isFound)) await keepFound(trx, locked, findings, now, counts);
      else await keepMissing(trx, locked, findings, now, counts);
    });
  }

  /** Looks that are under way: whoever asks meanwhile gets what that one finds. */
  const looks = new Map<number, Promise<void>>();
  function once(row: repo.VerificationRow, counts: boolean): Promise<void> {
    const known = looks.get(row.property_id);
    if (known) return known;
    const begun = lookAndKeep(row, counts).finally(() => looks.delete(row.property_id));
    looks.set(row.property_id, begun);
    return begun;
  }

  return {
    get: async (publisherId, id) => present(await own(publisherId, id)),

    async check(publisherId, id) {
      const row = await own(publisherId, id);
      if (row.state === 'archived')
        throw new ConflictError('An archived property does not change', 'ARCHIVED');
      await once(row, false);
      return present(await own(publisherId, id));
    },

    due: (limit) => repo.findDue(db, clock.now(), limit),

    async checkDue(propertyId) {
      const row = await repo.findInUse(db, propertyId);
      // A job that ran twice, or behind a look that somebody asked for, finds that it is not due any more.
      if (row?.next_at && row.next_at <= clock.now()) await once(row, true);
    },

    begin: (trx, propertyId) => repo.begin(trx, propertyId, nextTry(clock.now(), 0)),
  };
}
