import i18next from 'i18next';
import english from './locales/en.json';

/** The bundled English stands in for what a translation lacks; what is loaded already stays. */
export function registerTexts(): void {
  i18next.addResourceBundle('en', 'sample', english, true, false);
}
