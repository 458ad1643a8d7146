/**
 * The surface of react-i18next that is shared: what is used is listed, the rest (ICU, server rendering, wrappers for
 * class components) is shaken out of the shell. The build refuses a remote that imports anything else.
 *
 * By path, because the package's name leads back to what is shared; plain JavaScript, because paths have no types.
 */
export {
  getI18n,
  I18nContext,
  I18nextProvider,
  initReactI18next,
  useTranslation,
} from '../../../../node_modules/react-i18next/dist/es/index.js';
