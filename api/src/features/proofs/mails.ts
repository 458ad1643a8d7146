import type { Visitor } from '../../platform/auth';
import type { Trx } from '../../platform/db';
import type { Mail } from '../mail';
import { deviceName } from './deviceName';
import { type IssuedToken, LIFETIME_MS, type Purpose, tokenSha256 } from './oneTimeTokens';
import type { PersonRow } from './proofs.repo';
import type { PendingRow } from './registration.repo';

export type Reader = Pick<PersonRow, 'id' | 'email' | 'locale' | 'timezone'>;

const MINUTE_MS = 60_000;

/** The country's name, not the place: what the address tells is no better than that. */
function placeName(country: string | null, locale: string | null): string | null {
  return country && (new Intl.DisplayNames([locale ?? 'en'], { type: 'region' }).of(country) ?? null);
}

/** The mails of this feature. Each goes out when the transaction it is asked for in commits, or never. */
export function createProofMails(mail: Pick<Mail, 'send'>) {
  return {
    /** A link of the purpose. `pageLocale` is the language of who asks, for accounts that have not chosen one. */
    async link(
      trx: Trx,
      purpose: Purpose,
      to: Reader,
      issued: IssuedToken,
      pageLocale?: string,
    ): Promise<void> {
      await mail.send(trx, {
        to: to.email,
        template: purpose,
        locale: to.locale ?? pageLocale ?? null,
        data: { token: issued.token, expiresInMinutes: LIFETIME_MS[purpose] / MINUTE_MS },
        idempotencyKey: `${purpose}:${issued.id}`,
      });
    },

    /** The link that makes an account. */
    async registration(trx: Trx, to: PendingRow, token: string): Promise<void> {
      await mail.send(trx, {
        to: to.email,
        template: 'verify-email',
        locale: to.locale,
        data: { token, expiresInMinutes: LIFETIME_MS['verify-email'] / MINUTE_MS },
        idempotencyKey: `registration:${tokenSha256(token)}`,
      });
    },

    /** In its place, to an address that has an account. `occasion` is what it is sent for, once. */
    async alreadyRegistered(trx: Trx, to: Reader, occasion: string, pageLocale: string): Promise<void> {
      await mail.send(trx, {
        to: to.email,
        template: 'already-registered',
        locale: to.locale ?? pageLocale,
        data: {},
        idempotencyKey: `already-registered:${occasion}`,
      });
    },

    async passwordChanged(trx: Trx, to: Reader, visitor: Visitor, at: Date): Promise<void> {
      await mail.send(trx, {
        to: to.email,
        template: 'password-changed',
        locale: to.locale,
        data: {
          device: deviceName(visitor, to.locale),
          changedAt: at.toISOString(),
          timeZone: to.timezone,
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
