import { importTask } from './features/campaigns/list/readImport';
import { bundleTask } from './features/creatives/tasks';
import { createWorker } from './platform/work';

/** The processes of the pool: every task that the server has for somebody else's bytes. */
export default createWorker([bundleTask, importTask]);
