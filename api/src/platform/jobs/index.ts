export { createJobs, type Jobs, type JobsOptions } from './createJobs';
export { forgetJobs } from './forgetJobs';
export { installQueues } from './installQueues';
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
