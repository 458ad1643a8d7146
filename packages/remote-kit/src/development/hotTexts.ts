// In the shell of the development server: texts that were changed are shown at once, whatever is open stays.
import i18next from 'i18next';

/** `detail` of the event of textsLoader.mjs. */
interface ChangedTexts {
  locale: string;
  namespace: string;
  texts: object;
}

window.addEventListener('ezdash:texts', (event) => {
  const { locale, namespace, texts } = (event as CustomEvent<ChangedTexts>).detail;
  if (i18next.isInitialized && i18next.hasResourceBundle(locale, namespace))
    i18next.addResourceBundle(locale, namespace, texts, true, true);
});
