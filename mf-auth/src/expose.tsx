import i18next from 'i18next';
import { App } from './App';
import en from './locales/en.json';

// The bundled English, under whatever the server's translations bring.
i18next.addResourceBundle('en', 'auth', en, true, false);

/** The remote's only door. */
export default App;
