import type { Actor } from '../../platform/auth';
import type { Trx } from '../../platform/db';
import { type Mail, type SecurityNotice, securityNotice } from '../mail';
import { deviceName } from '../proofs';

/** What was changed: `of` names the row where an account has several. */
export type NoticedChange = Pick<SecurityNotice, 'what' | 'at' | 'of'>;

/** Tells owners what changed about how they sign in. A notice goes out when its transaction commits, or never. */
export function createFactorMails(mail: Pick<Mail, 'send'>) {
  return async (trx: Trx, { user, visitor }: Actor, change: NoticedChange): Promise<void> => {
    const device = deviceName(visitor, user.locale);
    await mail.send(trx, securityNotice(user, { ...change, device }));
  };
}

export type NoticeChange = ReturnType<typeof createFactorMails>;
