import { createHash } from 'node:crypto';
import { type Locale, locale as localeSchema } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { NotFoundError } from '../../platform/errors';
import type { Mount } from '../../platform/http';
import { composeTranslations, type TextSources } from './composeTranslations';

export interface TranslationsDeps {
  /**
   * The locale files of the shell and of the releases: those that the pages of whoever asks speak, and all of them. A
   * new object when they change.
   */
  sources: (
    req: Request,
    versions?: PageVersions,
  ) => Promise<Record<'shown' | 'whole', { texts: TextSources }>>;
}

/** Remote → version that the asking page runs, whose texts it needs whatever has become active since. */
type PageVersions = ReadonlyMap<string, string>;

const LONGEST = 4_000;
const MOST = 50;

/** `mf-auth@1.0.0,mf-settings@1.2.0`; undefined without any. What is no name and no version is left out. */
function versionsOf(sent: unknown): PageVersions | undefined {
  if (typeof sent !== 'string' || sent === '' || sent.length > LONGEST) return undefined;
  const pairs = sent.split(',', MOST).map((text) => text.split('@'));
  return new Map(
    pairs.flatMap(([name, version]): [string, string][] => (name && version ? [[name, version]] : [])),
  );
}

interface Composed {
  body: string;
  etag: string;
}

function compose(sources: TextSources, locale: Locale): Composed {
  const body = JSON.stringify(composeTranslations(sources, locale));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}

/** What was composed of texts, kept as long as they are. */
function createComposer(): (sources: TextSources, locale: Locale, namespace?: string) => Composed {
  const kept = new WeakMap<TextSources, Map<string, Composed>>();
  return (sources, locale, namespace) => {
    const composed = kept.get(sources) ?? new Map<string, Composed>();
    kept.set(sources, composed);
    const key = `${locale} ${namespace ?? ''}`;
    const known = composed.get(key);
    if (known) return known;
    const own = namespace === undefined ? sources : { [namespace]: sources[namespace] ?? {} };
    const answer = compose(own, locale);
    composed.set(key, answer);
    return answer;
  };
}

/**
 * GET /api/translations/{locale}: what the visitor's pages say in a locale, in one answer, revalidated by its ETag. What
 * they say only to staff comes with `?namespace=`, for a tool that is opened over somebody else's page. `?releases=` names
 * what the page runs, so that code and texts are of one release.
 */
export function createTranslationsFeature({ sources }: TranslationsDeps): { mounts: Mount[] } {
  const composed = createComposer();
  const router = Router();
  router.get('/:locale', async (req, res) => {
    const known = localeSchema.safeParse(req.params.locale);
    if (!known.success)
      throw new NotFoundError('There are no translations for this language', 'NO_SUCH_LOCALE');
    const { shown, whole } = await sources(req, versionsOf(req.query.releases));
    const { namespace } = req.query;
    const isNamed = typeof namespace === 'string';
    if (isNamed && !Object.hasOwn(whole.texts, namespace))
      throw new NotFoundError('There are no texts of this name', 'NO_SUCH_NAMESPACE');
    const { body, etag } = isNamed
      ? composed(whole.texts, known.data, namespace)
      : composed(shown.texts, known.data);
    res.set({ 'Cache-Control': 'private, no-cache', ETag: etag }).vary('Cookie');
    if (req.fresh) res.status(304).end();
    else res.type('json').send(body);
  });
  return { mounts: [{ path: '/api/translations', router }] };
}

export { composeTranslations, direction, type TextSources } from './composeTranslations';
