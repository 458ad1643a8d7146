import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** What of the help page is open. Every place has an address: `/help?article=tag`, `/help?conversation=cn_1`. */
export type HelpPlace =
  | { kind: 'none' }
  | { kind: 'article'; slug: string }
  | { kind: 'conversation'; id: string }
  | { kind: 'new' };

export const HELP_PATH = '/help';
export const NEW_HREF = `${HELP_PATH}?new=1`;
/** A new conversation about a call that failed. */
export const reportHref = (requestId: string) => `${NEW_HREF}&request=${encodeURIComponent(requestId)}`;
export const articleHref = (slug: string) => `${HELP_PATH}?article=${encodeURIComponent(slug)}`;
export const conversationHref = (id: string) => `${HELP_PATH}?conversation=${encodeURIComponent(id)}`;

export function useHelpPlace(): HelpPlace {
  const [search] = useSearchParams();
  const slug = search.get('article');
  const id = search.get('conversation');
  const isNew = search.has('new');
  return useMemo(() => {
    if (id) return { kind: 'conversation', id };
    if (slug) return { kind: 'article', slug };
    return { kind: isNew ? 'new' : 'none' };
  }, [id, slug, isNew]);
}
