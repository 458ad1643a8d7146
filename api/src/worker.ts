import { createWorker, type TaskModules } from './platform/work';

/** The processes of the pool: every task for somebody else's bytes, each read when it comes for the first time. */
const tasks: TaskModules = {
  bundle: async () => (await import('./features/creatives/tasks')).bundleTask,
  image: async () => (await import('./features/creatives/tasks')).imageTask,
  click: async () => (await import('./features/creatives/tasks')).clickTask,
  video: async () => (await import('./features/creatives/tasks')).videoTask,
  csv: async () => (await import('./features/campaigns/list/readImport')).importTask,
  adsTxt: async () => (await import('./features/ads-txt/lookAtAdsTxt')).adsTxtTask,
  attachment: async () => (await import('./features/support/tasks')).attachmentTask,
  pdf: async () => (await import('./features/documents/tasks')).pdfTask,
  archive: async () => (await import('./features/remotes/tasks')).archiveTask,
  copies: async () => (await import('./features/remotes/tasks')).copiesTask,
  gate: async () => (await import('./features/remotes/tasks')).gateTask,
};

export default createWorker(tasks);
