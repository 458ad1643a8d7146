import de from './de.json';
import en from './en.json';

export type WordKey = keyof typeof en;
const CATALOGUES: Readonly<Record<'en' | 'de', Readonly<Record<WordKey, string>>>> = { en, de };

/** The texts of the sandbox's page in one language. */
export interface SandboxWords {
  locale: 'en' | 'de';
  t(key: WordKey): string;
}

/** What is not known reads English. */
export function sandboxWords(locale: string): SandboxWords {
  const language = locale.startsWith('de') ? 'de' : 'en';
  return { locale: language, t: (key) => CATALOGUES[language][key] };
}
