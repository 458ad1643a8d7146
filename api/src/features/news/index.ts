import type { Db, Trx } from '../../platform/db';
import type { Mount } from '../../platform/http';
import { createIncidentCredits } from './credits.service';
import { createNewsEditorService, type NewsEditorDeps, type NewsEditorService } from './editor.service';
import { incidentCreditRoutes, newsRoutes, operatorNewsRoutes, type ProofCheck } from './news.routes';
import { findReads, forgetReads, isPublished } from './reader.repo';
import { createNewsReaderService, type NewsReaderService } from './reader.service';

export type { NewsEditorDeps, PublishedNews } from './editor.service';
export { summaryOf } from './summaryOf';

export interface NewsFeature {
  mounts: Mount[];
  editor: NewsEditorService;
  reader: NewsReaderService;
  /** What a person has read, for their archive. */
  exportOf(userId: number, on?: Db): Promise<unknown>;
  forget(trx: Trx, userId: number): Promise<void>;
  /** Whether an article can be read at the moment. */
  isPublished(on: Db, articleId: number): Promise<boolean>;
}

/** News: written by operators, read by advertisers and publishers. */
export function createNewsFeature(deps: NewsEditorDeps & { checkProof: ProofCheck }): NewsFeature {
  const { db } = deps;
  const editor = createNewsEditorService(deps);
  const reader = createNewsReaderService(deps);
  return {
    mounts: [
      { path: '/api/news', router: newsRoutes(reader) },
      { path: '/api/operator/news', router: operatorNewsRoutes(editor) },
      {
        path: '/api/operator/news',
        router: incidentCreditRoutes(createIncidentCredits(deps), deps.checkProof),
      },
    ],
    editor,
    reader,
    exportOf: (userId, on = db) => findReads(on, userId),
    forget: forgetReads,
    isPublished,
  };
}
