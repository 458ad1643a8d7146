import i18next from 'i18next';
import { ProofPrompt } from './features/proof/ProofPrompt';
import en from './locales/en.json';

// The bundled English, under whatever the server's translations bring.
i18next.addResourceBundle('en', 'settings', en, true, false);

/** "Confirm that it is you", which the shell shows over the page of any remote. */
export default ProofPrompt;
