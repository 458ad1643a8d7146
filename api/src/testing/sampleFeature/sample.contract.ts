import { day, timestamp } from '@ezdash/contracts';
import { z } from 'zod';

/** GET /api/sample: since when the account is there. Replace it with what the feature answers. */
export const sampleAnswer = z.object({
  since: timestamp,
  /** Whole ones. */
  days: z.number().int().nonnegative(),
});
export type SampleAnswer = z.infer<typeof sampleAnswer>;

/** POST /api/sample: the same as of another day. Replace it with what the feature takes; texts are `lineText` or `plainText`. */
export const sampleInput = z.object({ day });
export type SampleInput = z.infer<typeof sampleInput>;
