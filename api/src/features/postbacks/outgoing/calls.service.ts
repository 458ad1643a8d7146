import {
  OUTGOING_POSTBACKS,
  POSTBACK_LOG,
  type PostbackCall,
  type PostbackCallList,
  type PostbackCallQuery,
  publicId,
  type SendAgainInput,
  type SentAgain,
} from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction, type Trx, toNumber } from '../../../platform/db';
import { ConflictError, NotFoundError } from '../../../platform/errors';
import { publicRowId } from '../../figures';
import { readCursor } from '../cursors';
import { type CallRow, findCalls, reviveCalls } from './calls.repo';
import { outgoingRow } from './outgoing.service';

export interface CallsDeps {
  db: Db;
  clock: Clock;
  /** Has calls be tried at once, by the transaction or not at all. */
  askNow: (trx: Trx, callIds: readonly number[]) => Promise<void>;
}

export interface CallsService {
  /** Newest first. */
  list(ownerId: number, query: PostbackCallQuery): Promise<PostbackCallList>;
  /** A dead call, with a new day of attempts. 404 for another owner's, 409 for one that is not dead. */
  sendAgain(ownerId: number, id: string): Promise<PostbackCall>;
  /** All dead ones of the account, or of one outgoing postback; at most a thousand at a time. */
  sendAllAgain(ownerId: number, input: SendAgainInput): Promise<SentAgain>;
}

const present = (row: CallRow): PostbackCall => ({
  id: publicId('postbackCall', toNumber(row.id)),
  outgoing: { id: publicId('outgoingPostback', row.outgoing_id), name: row.outgoing_name },
  conversion_id: publicId('conversion', toNumber(row.conversion_id)),
  event: row.event,
  is_test: row.is_test,
  state: row.state,
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  due_at: row.state === 'waiting' ? row.due_at.toISOString() : null,
  last_at: row.last_at?.toISOString() ?? null,
  last_status: row.last_status,
  last_error: row.last_error,
  last_answer: row.last_answer,
});

const noCall = () => new NotFoundError('No such call', 'NO_SUCH_CALL');

export function createCallsService({ db, clock, askNow }: CallsDeps): CallsService {
  const one = async (on: Db, ownerId: number, id: number) => {
    const [row] = await findCalls(on, ownerId, { id, limit: 1 });
    if (!row) throw noCall();
    return row;
  };
  return {
    async list(ownerId, { state, outgoing, before }) {
      const rows = await findCalls(db, ownerId, {
        state,
        outgoingId: outgoing === undefined ? undefined : (publicRowId('outgoingPostback', outgoing) ?? 0),
        before: readCursor('postbackCall', before),
        limit: POSTBACK_LOG.page + 1,
      });
      const calls = rows.slice(0, POSTBACK_LOG.page).map(present);
      return { calls, next: rows.length > POSTBACK_LOG.page ? (calls.at(-1)?.id ?? null) : null };
    },
    sendAgain: (ownerId, id) =>
      inTransaction(db, async (trx) => {
        const row = publicRowId('postbackCall', id);
        if (row === null) throw noCall();
        const found = await one(trx, ownerId, row);
        const now = clock.now();
        const revived = await reviveCalls(trx, ownerId, { id: row, limit: 1, now });
        if (revived.length === 0)
          throw new ConflictError(
            found.state === 'delivered' ? 'This call was delivered' : 'This call is on its way',
            'NOT_DEAD',
          );
        await askNow(trx, revived);
        return present(await one(trx, ownerId, row));
      }),
    sendAllAgain: (ownerId, { outgoing_id }) =>
      inTransaction(db, async (trx) => {
        const outgoingId = outgoing_id === undefined ? null : outgoingRow(outgoing_id);
        const now = clock.now();
        const limit = OUTGOING_POSTBACKS.mostSentAgain;
        const revived = await reviveCalls(trx, ownerId, { outgoingId, limit, now });
        await askNow(trx, revived);
        const left = await findCalls(trx, ownerId, {
          state: 'dead',
          ...(outgoingId !== null && { outgoingId }),
          limit: 1,
        });
        return { sent: revived.length, more: left.length > 0 };
      }),
  };
}
