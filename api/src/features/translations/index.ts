import { createHash } from 'node:crypto';
import { locale as localeSchema } from '@ezdash/contracts';
import { Router } from 'express';
import { NotFoundError } from '../../platform/errors';
import type { Mount } from '../../platform/http';
import { composeTranslations, type TextSources } from './composeTranslations';

export interface TranslationsDeps {
  /** The locale files of the shell and of the active releases; a new object when they change. */
  sources: () => TextSources;
}

interface Composed {
  sources: TextSources;
  body: string;
  etag: string;
}

/** GET /api/translations/{locale}: all namespaces of a locale in one answer, revalidated by its ETag. */
export function createTranslationsFeature({ sources }: TranslationsDeps): { mounts: Mount[] } {
  const composed = new Map<string, Composed>();
  const router = Router();
  router.get('/:locale', (req, res) => {
    const known = localeSchema.safeParse(req.params.locale);
    if (!known.success)
      throw new NotFoundError('There are no translations for this language', 'NO_SUCH_LOCALE');
    const current = sources();
    let answer = composed.get(known.data);
    if (answer?.sources !== current) {
      const body = JSON.stringify(composeTranslations(current, known.data));
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
      answer = { sources: current, body, etag };
      composed.set(known.data, answer);
    }
    res.set({ 'Cache-Control': 'no-cache', ETag: answer.etag });
    if (req.fresh) res.status(304).end();
    else res.type('json').send(answer.body);
  });
  return { mounts: [{ path: '/api/translations', router, session: false }] };
}

export { composeTranslations, direction, type TextSources } from './composeTranslations';
