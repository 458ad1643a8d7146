import i18next from 'i18next';
import { App } from './App';
import en from './locales/en.json';

// Missing keys of a loaded language, and a failed load of it, fall back to this file.
i18next.addResourceBundle('en', 'advertiser', en, true, false);

/** The only door of this remote. */
export default App;
