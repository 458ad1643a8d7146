import type { DeadLetterList } from '@ezdash/contracts';
import { z } from 'zod';
import type { AuthUser } from '../../../platform/auth';
import { errorDetail, inTransaction } from '../../../platform/db';
import { NotFoundError } from '../../../platform/errors';
import { noteMoneyAction } from '../../ledger';
import type { PaymentsDeps } from '../parts';

const MOST = 200;
const isUuid = (text: string) => z.uuid().safeParse(text).success;

type DeadLettersDeps = Pick<PaymentsDeps, 'db' | 'jobs' | 'log' | 'publisher'>;

/** Jobs of all queues that failed for good: to be seen, and to be sent anew. Open pages of operators hear of new ones. */
export function createDeadLetters({ db, jobs, log, publisher }: DeadLettersDeps) {
  jobs.onDeadLetter(({ queue, id }) => {
    publisher.toOperators(db, 'money.changed', {}).catch((error: unknown) => {
      log.warn({ ...errorDetail(error), queue, jobId: id }, 'Operators were not told of a dead letter');
    });
  });
  return {
    async list(): Promise<DeadLetterList> {
      const dead = await jobs.allDeadLetters(MOST);
      return {
        dead: dead.map(({ queue, id, payload, reason, failedAt }) => ({
          queue,
          id,
          payload: JSON.stringify(payload),
          reason,
          failed_at: failedAt.toISOString(),
        })),
        queues: await jobs.deadCounts(),
      };
    },

    /** 404 when it is not there, or was sent already. */
    async replay(admin: AuthUser, queue: string, id: string): Promise<void> {
      const gone = () => new NotFoundError('This job is not there any more');
      if (!jobs.hasQueue(queue) || !isUuid(id)) throw gone();
      await inTransaction(db, async (trx) => {
        if (!(await jobs.retryDead(queue, id, trx))) throw gone();
        await noteMoneyAction(trx, {
          actor: `admin ${admin.id}`,
          action: 'job_replayed',
          why: 'Sent anew',
          detail: { queue, id },
        });
        await publisher.toOperators(trx, 'money.changed', {});
      });
    },
  };
}
export type DeadLetters = ReturnType<typeof createDeadLetters>;
