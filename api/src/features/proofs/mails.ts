import type { Visitor } from '../../platform/auth';
import type { Trx } from '../../platform/db';
import type { Mail } from '../mail';
import { deviceName } from './deviceName';
import { type IssuedToken, LIFETIME_MS, type Purpose } from './oneTimeTokens';
import type { PersonRow } from './proofs.repo';
import type { PendingRow } from './registration.repo';
import type { WaysInAfterReset } from './waysIn';

export type Reader = Pick<PersonRow, 'id' | 'email' | 'locale' | 'timezone'>;

const MINUTE_MS = 60_000;

/** The country's name, not the place: what the address tells is no better than that. */
function placeName(country: string | null, locale: string | null): string | null {
  return country && (new Intl.DisplayNames([locale ?? 'en'], { type: 'region' }).of(country) ?? null);
}

/** The mails of this feature. Each goes out when the transaction it is asked for in commits, or never. */
export function createProofMails(mail: Pick<Mail, 'send'>) {
  return {
    /**
     * A link of the purpose; whether the mail is new. `pageLocale` is the language of who asks, for accounts that have
     * not chosen one; `occasion` is what it is sent for, once: the token unless it is said.
     */
    async link(
      trx: Trx,
      purpose: Purpose,
      to: Reader,
      issued: IssuedToken,
      { pageLocale, occasion = `${purpose}:${issued.id}` }: { pageLocale?: string; occasion?: string } = {},
    ): Promise<boolean> {
      const { isNew } = await mail.send(trx, {
        to: to.email,
        template: purpose,
        locale: to.locale ?? pageLocale ?? null,
        data: { token: issued.token, expiresInMinutes: LIFETIME_MS[purpose] / MINUTE_MS },
        idempotencyKey: occasion,
      });
      return isNew;
    },

    /** The link that makes an account; whether the mail is new. `occasion` is what it is sent for, once. */
    async registration(trx: Trx, to: PendingRow, token: string, occasion: string): Promise<boolean> {
      const { isNew } = await mail.send(trx, {
        to: to.email,
        template: 'verify-email',
        locale: to.locale,
        data: { token, expiresInMinutes: LIFETIME_MS['verify-email'] / MINUTE_MS },
        idempotencyKey: `registration:${occasion}`,
      });
      return isNew;
    },

    /** In its place, to an address that has an account; whether the mail is new. */
    async alreadyRegistered(trx: Trx, to: Reader, occasion: string, pageLocale: string): Promise<boolean> {
      const { isNew } = await mail.send(trx, {
        to: to.email,
        template: 'already-registered',
        locale: to.locale ?? pageLocale,
        data: {},
        idempotencyKey: `already-registered:${occasion}`,
      });
      return isNew;
    },

    /** `pageLocale` as for `link`. */
    async passwordChanged(
      trx: Trx,
      to: Reader,
      {
        visitor,
        pageLocale,
        at,
        ways,
        liveTokens,
      }: { visitor: Visitor; pageLocale: string; at: Date; ways?: WaysInAfterReset; liveTokens: number },
    ): Promise<void> {
      const locale = to.locale ?? pageLocale;
      await mail.send(trx, {
        to: to.email,
        template: 'password-changed',
        locale,
        data: {
          device: deviceName(visitor, locale),
          changedAt: at.toISOString(),
          timeZone: to.timezone,
          liveTokens,
          ...ways,
        },
        idempotencyKey: `password-changed:${to.id}:${at.getTime()}`,
      });
    },

    async newLogin(trx: Trx, to: Reader, visitor: Visitor, at: Date): Promise<void> {
      await mail.send(trx, {
        to: to.email,
        template: 'new-login',
        locale: to.locale,
        data: {
          device: deviceName(visitor, to.locale),
          place: placeName(visitor.country, to.locale),
          signedInAt: at.toISOString(),
          timeZone: to.timezone,
        },
        idempotencyKey: `new-login:${to.id}:${at.getTime()}`,
      });
    },
  };
}

export type ProofMails = ReturnType<typeof createProofMails>;
