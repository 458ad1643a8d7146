import type { DeletionRequest, PrivacyState } from '@ezdash/contracts';
import { z } from 'zod';
import { errorDetail } from '../../platform/db';
import type { Jobs } from '../../platform/jobs';
import { createDeletion, type DeletionDeps } from './deletion/createDeletion';
import { createErasedImages, type ErasedImagesDeps } from './deletion/erasedImages';
import { createExports, type ExportsDeps, presentExport } from './exports/createExports';

export interface PrivacyDeps extends ExportsDeps, DeletionDeps, ErasedImagesDeps {
  jobs: Pick<Jobs, 'queue'>;
  mail: ExportsDeps['mail'] & DeletionDeps['mail'];
}

const QUEUE = 'privacy.sweep';
const EVERY_MS = 3_600_000;
const RUNS = { expireInSeconds: 30 * 60, retryLimit: 2, retryDelaySeconds: 5 * 60 };

/** What a person may ask of their data: an archive of it, and that the account is deleted. */
export function createPrivacyService(deps: PrivacyDeps) {
  const { clock, log } = deps;
  const exports = createExports(deps);
  const deletion = createDeletion(deps);
  const removeErasedImages = createErasedImages(deps);
  let timer: NodeJS.Timeout | undefined;

  /** Deletes the accounts that are due and forgets old archives. Throws when an account could not be deleted. */
  async function sweep(): Promise<void> {
    const { expired, abandoned } = await exports.tidy();
    if (expired + abandoned > 0) log.info({ expired, abandoned }, 'Archives of personal data ended');
    const failed = await deletion.deleteAllDue();
    await removeErasedImages();
    if (failed > 0) throw new Error(`${failed} accounts that are due could not be deleted`);
  }

  const sweeps = deps.jobs.queue(QUEUE, {
    schema: z.object({}),
    handler: sweep,
    singletonKey: () => QUEUE,
    ...RUNS,
  });
  const askForSweep = () =>
    sweeps
      .send({})
      .catch((error: unknown) => log.warn(errorDetail(error), 'The privacy sweep was not asked for'));

  async function state(userId: number): Promise<PrivacyState> {
    const newest = await exports.newest(userId);
    const { deletesAt, blockers } = await deletion.state(userId);
    return {
      export: newest ? presentExport(newest, clock.now()) : null,
      deletes_at: deletesAt?.toISOString() ?? null,
      deletion_blockers: blockers,
    };
  }

  return {
    state,
    requestExport: exports.request,
    downloadExport: exports.download,

    /** `sid` is the one session that goes on. */
    scheduleDeletion: async (
      userId: number,
      sid: string,
      request: DeletionRequest,
    ): Promise<PrivacyState> => {
      await deletion.schedule(userId, sid, request);
      return state(userId);
    },
    /** Whether there was something to take back. */
    takeBackDeletion: async (userId: number): Promise<{ wasScheduled: boolean; state: PrivacyState }> => {
      const wasScheduled = await deletion.takeBack(userId);
      return { wasScheduled, state: await state(userId) };
    },
    sweep,

    /** Once the jobs run: looks for what is due now and every hour. */
    start(): void {
      void askForSweep();
      timer = setInterval(askForSweep, EVERY_MS);
      timer.unref();
    },
    stop: (): void => clearInterval(timer),
  };
}

export type PrivacyService = ReturnType<typeof createPrivacyService>;
