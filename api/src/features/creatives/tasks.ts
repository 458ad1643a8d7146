import { defineTask } from '../../platform/work';
import { inspectBundle } from './html5Bundle';

export { imageTask } from './decodeImage';

/** What of creatives runs in workers. */
export const bundleTask = defineTask('bundle', inspectBundle);
