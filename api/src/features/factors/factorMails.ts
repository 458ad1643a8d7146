import type { AuthUser, Visitor } from '../../platform/auth';
import type { Trx } from '../../platform/db';
import type { Mail, TemplateData } from '../mail';
import { deviceName } from '../proofs';

export type SecurityChange = TemplateData['security-changed']['what'];

/** Who changes their account, and from what: named in the notice to the owner. */
export interface Actor {
  user: AuthUser;
  visitor: Visitor;
}

/** What was changed: `of` names the row where an account has several. */
export interface NoticedChange {
  what: SecurityChange;
  at: Date;
  of?: string;
}

/** Tells owners what changed about how they sign in. A notice goes out when its transaction commits, or never. */
export function createFactorMails(mail: Pick<Mail, 'send'>) {
  return async (trx: Trx, { user, visitor }: Actor, { what, at, of = '' }: NoticedChange): Promise<void> => {
    await mail.send(trx, {
      to: user.email,
      template: 'security-changed',
      locale: user.locale,
      data: {
        what,
        device: deviceName(visitor, user.locale),
        changedAt: at.toISOString(),
        timeZone: user.timezone,
      },
      idempotencyKey: `security-changed:${what}:${user.id}:${at.getTime()}:${of}`,
    });
  };
}

export type NoticeChange = ReturnType<typeof createFactorMails>;
