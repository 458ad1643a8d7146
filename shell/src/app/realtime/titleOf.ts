import type { RemoteManifest } from '@ezdash/contracts';

/**
 * Key of the words that visitors know a remote by: its first entry in the navigation, else its first page that is built;
 * null when it has neither.
 */
export function titleKeyOf({
  navigation,
  pages,
}: Pick<RemoteManifest, 'navigation' | 'pages'>): string | null {
  return navigation[0]?.labelKey ?? pages.find(({ built }) => built)?.titleKey ?? null;
}
