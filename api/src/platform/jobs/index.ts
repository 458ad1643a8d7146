export { createJobs, type Jobs, type JobsOptions } from './createJobs';
export {
  type DeadLetter,
  InvalidJob,
  type JobContext,
  type JobQueue,
  NoRetry,
  type PayloadSchema,
  type QueueOptions,
  type SendOptions,
} from './types';
