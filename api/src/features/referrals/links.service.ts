import { randomInt } from 'node:crypto';
import {
  publicId,
  REFERRAL_COOKIE_DAYS,
  REFERRAL_LINKS,
  type ReferralBanners,
  type ReferralLink,
  type ReferralOverview,
  type ReferralTerms,
} from '@ezdash/contracts';
import { inTransaction, lockOwner, type Trx, toNumber } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { bannersOf } from './banners';
import { findTotals } from './earnings.repo';
import * as repo from './links.repo';
import type { ReferralParts, Terms } from './parts';

export interface LinkService {
  overview(userId: number): Promise<ReferralOverview>;
  /** Makes the first link; the same again changes nothing. */
  join(userId: number): Promise<{ overview: ReferralOverview; isNew: boolean }>;
  list(userId: number): Promise<ReferralLink[]>;
  create(userId: number, label: string): Promise<ReferralLink>;
  rename(userId: number, id: string, label: string): Promise<ReferralLink>;
  archive(userId: number, id: string): Promise<ReferralLink>;
  restore(userId: number, id: string): Promise<ReferralLink>;
  banners(userId: number, id: string, locale: string): Promise<ReferralBanners>;
}

const CURRENCY = 'USD';
/** Without those that are read for one another. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 8;
const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

const noLink = () => new NotFoundError('No such link');
const firstLink = () =>
  new ConflictError('The first link can neither be renamed nor archived', 'REFERRAL_FIRST_LINK');

export const presentTerms = (terms: Terms): ReferralTerms => ({
  currency: CURRENCY,
  publisher_share_bps: terms.publisherShareBps,
  advertiser_share_bps: terms.advertiserShareBps,
  months: terms.months,
  minimum_micros: toNumber(terms.minimumMicros),
  hold_days: terms.holdDays,
  cookie_days: REFERRAL_COOKIE_DAYS,
});

export const linkUrl = (appUrl: string, code: string): string => `${appUrl}/r/${code}`;

async function insertNew(trx: Trx, ownerId: number, label: string | null, now: Date): Promise<number> {
  for (;;) {
    const row = { owner_id: ownerId, code: newCode(), label, created_at: now };
    const id = await repo.insertLink(trx, row);
    if (id !== null) return id;
  }
}

async function assertFewEnough(trx: Trx, ownerId: number, isNew = false): Promise<void> {
  const { open, all } = await repo.countLinks(trx, ownerId);
  if (open >= REFERRAL_LINKS.most)
    throw new ConflictError('An account has at most 50 links. Archive one first', 'REFERRAL_LINKS_MOST');
  if (isNew && all >= REFERRAL_LINKS.mostWithArchived)
    throw new ConflictError(
      'An account has at most 500 links, including archived ones. Restore and rename one',
      'REFERRAL_LINKS_MOST',
    );
}

async function assertLabelFree(trx: Trx, ownerId: number, label: string, exceptId?: number): Promise<void> {
  if (await repo.isLabelTaken(trx, ownerId, label, exceptId))
    throw new ConflictError('Another of your links has this name', 'REFERRAL_LABEL_TAKEN');
}

/** An account's own links. Whoever makes or counts them holds the account, so that calls at once cannot pass the most. */
export function createLinkService({ db, clock, terms, appUrl, appName }: ReferralParts): LinkService {
  const present = (row: repo.LinkRow & repo.LinkFigures): ReferralLink => ({
    id: publicId('referralLink', row.id),
    code: row.code,
    url: linkUrl(appUrl, row.code),
    label: row.label,
    created_at: row.created_at.toISOString(),
    archived_at: row.archived_at?.toISOString() ?? null,
    clicks: row.clicks,
    sign_ups: row.sign_ups,
    active: row.active,
    earned_micros: toNumber(row.earned_micros),
  });

  const list = async (userId: number) => (await repo.findLinks(db, userId)).map(present);

  async function one(userId: number, id: number): Promise<ReferralLink> {
    const link = (await list(userId)).find((each) => each.id === publicId('referralLink', id));
    if (!link) throw noLink();
    return link;
  }

  async function overview(userId: number): Promise<ReferralOverview> {
    const [first, links, totals] = await Promise.all([
      repo.findFirstLink(db, userId),
      list(userId),
      findTotals(db, userId),
    ]);
    return {
      joined_at: first?.created_at.toISOString() ?? null,
      terms: presentTerms(terms),
      links,
      ...totals,
    };
  }

  /** Changes one that is not the first. */
  async function change(
    userId: number,
    id: string,
    work: (trx: Trx, link: repo.LinkRow) => Promise<void>,
  ): Promise<ReferralLink> {
    const row = publicRowId('referralLink', id);
    if (row === null) throw noLink();
    await inTransaction(db, async (trx) => {
      await lockOwner(trx, userId);
      const link = await repo.lockLink(trx, userId, row);
      if (!link) throw noLink();
      if (link.label === null) throw firstLink();
      await work(trx, link);
    });
    return one(userId, row);
  }

  return {
    overview,
    list,

    async join(userId) {
      const isNew = await inTransaction(db, async (trx) => {
        await lockOwner(trx, userId);
        if (await repo.findFirstLink(trx, userId)) return false;
        await insertNew(trx, userId, null, clock.now());
        return true;
      });
      return { overview: await overview(userId), isNew };
    },

    async create(userId, label) {
      const id = await inTransaction(db, async (trx) => {
        await lockOwner(trx, userId);
        if (!(await repo.findFirstLink(trx, userId)))
          throw new ConflictError('Agree to the terms of referrals first', 'REFERRALS_NOT_JOINED');
        await assertFewEnough(trx, userId, true);
        await assertLabelFree(trx, userId, label);
        return insertNew(trx, userId, label, clock.now());
      });
      return one(userId, id);
    },

    rename: (userId, id, label) =>
      change(userId, id, async (trx, link) => {
        await assertLabelFree(trx, userId, label, link.id);
        await repo.renameLink(trx, link.id, label);
      }),

    archive: (userId, id) =>
      change(userId, id, async (trx, link) => {
        if (link.archived_at === null) await repo.archiveLink(trx, link.id, clock.now());
      }),

    restore: (userId, id) =>
      change(userId, id, async (trx, link) => {
        if (link.archived_at === null) return;
        await assertFewEnough(trx, userId);
        await repo.archiveLink(trx, link.id, null);
      }),

    async banners(userId, id, locale) {
      const row = publicRowId('referralLink', id);
      const link = (await repo.findLinks(db, userId)).find((each) => each.id === row);
      if (!link) throw noLink();
      return { banners: bannersOf({ appName, appUrl, code: link.code, locale }) };
    },
  };
}
