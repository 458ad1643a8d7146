import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/db';
import type { Mail } from '../mail';
import type { Publisher } from '../realtime';
import * as repo from './alerts.repo';
import { afterQuietHours } from './clockTimes';
import * as deliveries from './deliveries.repo';
import { type Alert, hrefOf, isUrgent, letterOf, mayBeTold, type Reader, wantsAlert } from './letter';
import { mailWaitMs } from './mailWait';
import { countUnread, insertNotices, noticeKey } from './notices/notices.repo';

/** Asks for the job of a delivery, in the transaction and at its time. */
export type AskForDelivery = (
  trx: Trx,
  noticeId: number,
  channel: deliveries.DeliveryChannel,
  dueAt: Date,
) => Promise<void>;

export interface TellDeps {
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  publisher: Publisher;
  ask: AskForDelivery;
}

export interface HowToTell {
  /** Each mail by a job of its own: of thousands of readers one whose address is broken must not stop the others. */
  mailByJob?: boolean;
  withoutMail?: boolean;
}

export type Tell = (trx: Trx, alerts: readonly Alert[], how?: HowToTell) => Promise<void>;

interface Told {
  alert: Alert;
  reader: Reader;
  inApp: boolean;
  byMail: boolean;
  byWebhook: boolean;
}

function waysOf(alert: Alert, reader: Reader, { withoutMail = false }: HowToTell): Told {
  const { event } = alert;
  return {
    alert,
    reader,
    inApp: wantsAlert(reader, event, 'app'),
    // Its mail goes where the signing in happens.
    byMail: event !== 'new_login' && !withoutMail && wantsAlert(reader, event, 'mail'),
    byWebhook: reader.hasWebhook && wantsAlert(reader, event, 'webhook'),
  };
}

/**
 * Writes what is to be told, in the transaction of what happened: notices at once, mails into the outbox, everything that
 * waits or leaves the house as a delivery with its job. What was told before is left out, whichever way it went.
 */
export function createTell({ clock, mail, publisher, ask }: TellDeps): Tell {
  async function tellOne(trx: Trx, told: Told, noticeId: number, now: Date, how: HowToTell) {
    const { alert, reader } = told;
    const { event } = alert;
    const quietUntil = (from: Date) =>
      isUrgent(alert.event) ? from : afterQuietHours(reader.quiet, reader.timezone, from);
    const waiting: deliveries.NewDelivery[] = [];
    if (told.byMail && event !== 'new_login') {
      const dueAt = quietUntil(new Date(now.getTime() + mailWaitMs(event)));
      if (reader.digest) waiting.push({ noticeId, channel: 'mail', dueAt: null });
      else if (dueAt > now || how.mailByJob) waiting.push({ noticeId, channel: 'mail', dueAt });
      else await mail.send(trx, letterOf({ id: noticeId, event, data: alert.data }, reader));
    }
    if (told.byWebhook) waiting.push({ noticeId, channel: 'webhook', dueAt: quietUntil(now) });
    await deliveries.insertDeliveries(trx, waiting, now);
    for (const { channel, dueAt } of waiting) if (dueAt) await ask(trx, noticeId, channel, dueAt);
  }

  async function ring(trx: Trx, userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) return;
    for (const [userId, unread] of await countUnread(trx, userIds))
      await publisher.toAccount(trx, userId, 'notice.changed', { unread });
  }

  return async (trx, alerts, how = {}) => {
    if (alerts.length === 0) return;
    const now = clock.now();
    const readers = await repo.findReaders(
      trx,
      alerts.map(({ userId }) => userId),
    );
    const told = alerts.flatMap((alert) => {
      const reader = readers.get(alert.userId);
      if (!reader || !mayBeTold(reader, alert.event)) return [];
      const ways = waysOf(alert, reader, how);
      return ways.inApp || ways.byMail || ways.byWebhook ? [ways] : [];
    });
    const made = await insertNotices(
      trx,
      told.map(({ alert, reader, inApp }) => ({ ...alert, href: hrefOf(alert, reader), inApp })),
      now,
    );
    const rung = new Set<number>();
    for (const each of told) {
      const key = noticeKey(each.alert);
      const noticeId = made.get(key);
      if (noticeId === undefined) continue;
      made.delete(key);
      await tellOne(trx, each, noticeId, now, how);
      if (each.inApp) rung.add(each.alert.userId);
    }
    await ring(trx, [...rung]);
  };
}
