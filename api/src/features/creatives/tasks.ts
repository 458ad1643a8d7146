import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { VideoType } from '@ezdash/contracts';
import { defineTask } from '../../platform/work';
import { tryClick } from './clickTrial';
import { unpackBundle } from './unpackBundle';
import { inspectVideo } from './videoFile';

export { imageTask } from './decodeImage';

/** What of creatives runs in workers. */
export const bundleTask = defineTask('bundle', unpackBundle);
export const clickTask = defineTask('click', tryClick);

/** By its name: 20 MB in the memory of the server are swept by a pause of all that it does. */
export const videoTask = defineTask(
  'video',
  async ({ file, contentType }: { file: string; contentType: VideoType }) => {
    const bytes = await readFile(file);
    return {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      byteCount: bytes.length,
      inspection: inspectVideo(bytes, contentType),
    };
  },
);
