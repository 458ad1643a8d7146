import type { Visitor } from '../../platform/auth';
import type { Trx } from '../../platform/db';
import type { Mail } from '../mail';
import { deviceName } from './deviceName';
import { type IssuedToken, LIFETIME_MS, type Purpose } from './oneTimeTokens';
import type { PersonRow } from './proofs.repo';

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
