import { keepInjected } from '@ezdash/store';
import { keepTexts } from '../app/i18n/translations';

/**
 * What a release has put into the page beside its components, as it is now: endpoints, slices, texts.
 * @returns puts all of it back as it was
 */
export function keepWhatRemains(namespace: string): () => void {
  const putBack = [keepInjected(namespace), keepTexts(namespace)];
  return () => {
    for (const each of putBack) each();
  };
}
