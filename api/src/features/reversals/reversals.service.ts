import type { Reversal, ReversalList, ReversalPreview, reversalRequest } from '@ezdash/contracts';
import type { z } from 'zod';
import type { AuthUser } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { ConflictError, ValidationError } from '../../platform/errors';
import { beginReversal, fingerprint, previewReversal, ReversalError, type TrafficSelection } from '../events';
import { presentPreview, presentReversal } from './presentReversal';
import { readSelection } from './readSelection';
import type { createReversalJob } from './reversalJob';
import { findByKey, findReversals } from './reversals.repo';

type Given = z.output<typeof reversalRequest>;

export interface ReversalsDeps {
  db: Db;
  clock: Clock;
  queue: ReturnType<typeof createReversalJob>;
}

const PAGE = 25;

/** What cannot be taken back is for who asked, not a breakdown. */
function refuse(error: unknown): never {
  if (error instanceof ReversalError) throw new ValidationError({ selection: [error.message] });
  throw error;
}

/** Traffic that staff found to be invalid after it was counted. */
export function createReversalsService({ db, clock, queue }: ReversalsDeps) {
  async function one(id: number): Promise<Reversal> {
    const [row] = await findReversals(db, { id }, 1);
    if (!row) throw new Error(`The reversal ${id} was begun and cannot be read`);
    return presentReversal(row);
  }

  const preview = (selection: TrafficSelection) =>
    previewReversal(db, selection, clock.nowMs()).catch(refuse);

  /** The reversal's number. Its job and it are written together, so that none is left lying. */
  async function begin(
    admin: AuthUser,
    { reason, why }: Given,
    selection: TrafficSelection,
    requestKey: string,
  ): Promise<{ id: number; resumed: boolean }> {
    const { events } = await preview(selection);
    return inTransaction(db, async (trx) => {
      const request = { reason, why, selection, by: `admin ${admin.id}` };
      const begun = await beginReversal(trx, request, clock.nowMs(), {
        requestKey,
        expectedEvents: events,
      }).catch(refuse);
      if (!begun)
        throw new ConflictError(
          'Nothing of this traffic counts: there is nothing to take back',
          'NOTHING_TO_REVERSE',
        );
      await queue.send({ reversalId: begun.id }, { trx });
      return begun;
    });
  }

  return {
    async list(beforeId: number | null): Promise<ReversalList> {
      const rows = await findReversals(db, { beforeId }, PAGE + 1);
      const shown = rows.slice(0, PAGE);
      return {
        reversals: shown.map(presentReversal),
        next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
      };
    },

    /** Changes nothing. Throws 422. */
    async preview(given: Given['selection']): Promise<ReversalPreview> {
      return presentPreview(await preview(await readSelection(db, given)));
    },

    /** Once for each key. Throws 409 NOTHING_TO_REVERSE and IDEMPOTENCY_KEY_USED, 422. */
    async begin(admin: AuthUser, given: Given, key: string): Promise<{ reversal: Reversal; isNew: boolean }> {
      const requestKey = `${admin.id}:${key}`;
      const selection = await readSelection(db, given.selection);
      const known = await findByKey(db, requestKey);
      if (known && known.fingerprint !== fingerprint(given.reason, selection))
        throw new ConflictError('This key was sent before with other contents', 'IDEMPOTENCY_KEY_USED');
      if (known) return { reversal: await one(known.id), isNew: false };
      const { id, resumed } = await begin(admin, given, selection, requestKey);
      return { reversal: await one(id), isNew: !resumed };
    },
  };
}
export type ReversalsService = ReturnType<typeof createReversalsService>;
