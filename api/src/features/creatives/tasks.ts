import { defineTask } from '../../platform/work';
import { inspectBundle } from './html5Bundle';

/** What of creatives runs in workers. */
export const bundleTask = defineTask('bundle', inspectBundle);
