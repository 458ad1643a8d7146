export { draftRoutes } from './drafts.routes';
export { createDraftService, type DraftService } from './drafts.service';
