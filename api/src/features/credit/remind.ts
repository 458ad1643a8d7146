import type { Trx } from '../../platform/db';
import { toNumber } from '../../platform/db';
import { balances } from '../ledger';
import type { Mail } from '../mail';
import { findOpenStatements } from './credit.repo';
import {
  findReader,
  lockStatement,
  noteReminder,
  type RemindedStatement,
  type Reminder,
} from './statements.repo';

const DAY_MS = 86_400_000;
const SOON_DAYS = 3;
const RANK: Readonly<Record<Reminder, number>> = { issued: 0, soon: 1, due: 2, overdue: 3 };

/** The mail that is due by now; null when its reader has had it. Of several that were missed, the last. */
export function reminderDue(
  { issued_at, due_at, reminder }: Pick<RemindedStatement, 'issued_at' | 'due_at' | 'reminder'>,
  now: Date,
): Reminder | null {
  const left = due_at.getTime() - now.getTime();
  // Who was told less than a day ago need not be told again that it is due soon.
  const isNews = now.getTime() - issued_at.getTime() >= DAY_MS;
  let wanted: Reminder = 'issued';
  if (left <= SOON_DAYS * DAY_MS && isNews) wanted = 'soon';
  if (left < DAY_MS) wanted = 'due';
  if (left < 0) wanted = 'overdue';
  return RANK[wanted] > RANK[reminder] ? wanted : null;
}

/** Writes to who owes; not when it was paid meanwhile. */
export async function remind(
  trx: Trx,
  mail: Pick<Mail, 'send'>,
  statementId: number,
  reminder: Reminder,
  now: Date,
): Promise<void> {
  const statement = await lockStatement(trx, statementId);
  if (!statement || (reminder !== 'issued' && reminderDue(statement, now) !== reminder)) return;
  const { id, advertiser_id: userId } = statement;
  const reader = await findReader(trx, userId);
  const open = (await findOpenStatements(trx, [userId])).find((each) => each.id === id);
  const { advertiser_credit } = await balances(trx, userId);
  const owed = -advertiser_credit;
  const remaining = open?.remainingMicros ?? 0n;
  const amountMicros = remaining < owed ? remaining : owed;
  if (reader && amountMicros > 0n)
    await mail.send(trx, {
      to: reader.email,
      template: 'credit-statement',
      locale: reader.locale,
      data: {
        reminder,
        month: statement.period.slice(0, 7),
        amountMicros: toNumber(amountMicros),
        dueAt: statement.due_at.toISOString(),
        timeZone: 'UTC',
      },
      idempotencyKey: `credit-statement:${id}:${reminder}`,
    });
  await noteReminder(trx, id, reminder, now);
}
