import type { AlertEvent } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import type { Mail } from '../mail';
import * as repo from './alerts.repo';
import { afterQuietHours } from './clockTimes';
import * as deliveries from './deliveries.repo';
import { letterOf, mayBeTold, type Reader, wantsAlert } from './letter';
import type { AskForDelivery } from './tell';

export interface HeldMailDeps {
  db: Db;
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  ask: AskForDelivery;
}

const MAY_BE_SEEN_FIRST: ReadonlySet<AlertEvent> = new Set(['support_answered', 'support_asked']);

/** Whether the mail is still wanted: not when it was turned off since, nor one whose matter was seen to meanwhile. */
export function isStillDue({ event, isRead }: deliveries.Delivery, reader: Reader): boolean {
  if (isRead && MAY_BE_SEEN_FIRST.has(event)) return false;
  return mayBeTold(reader, event) && wantsAlert(reader, event, 'mail');
}

async function decide({ clock, mail, ask }: HeldMailDeps, trx: Trx, noticeId: number): Promise<void> {
  const held = await deliveries.lockDelivery(trx, noticeId, 'mail');
  if (!held) return;
  const reader = (await repo.findReaders(trx, [held.userId])).get(held.userId);
  const { id, event, data } = held;
  if (!reader || event === 'new_login' || !isStillDue(held, reader)) {
    await deliveries.endDelivery(trx, noticeId, 'mail');
    return;
  }
  if (reader.digest) return deliveries.postpone(trx, noticeId, 'mail', { dueAt: null });
  const now = clock.now();
  const dueAt = afterQuietHours(reader.quiet, reader.timezone, now);
  if (dueAt > now) {
    await deliveries.postpone(trx, noticeId, 'mail', { dueAt });
    return ask(trx, noticeId, 'mail', dueAt);
  }
  await mail.send(trx, letterOf({ id, event, data }, reader));
  await deliveries.endDelivery(trx, noticeId, 'mail');
}

/** The job of a mail that waited, for the end of quiet hours or for its reader to look first: it goes, or waits on. */
export const sendHeldMail = (deps: HeldMailDeps, noticeId: number): Promise<void> =>
  inTransaction(deps.db, (trx) => decide(deps, trx, noticeId));
