/** Formats that are written here instead of uploaded. */
export const WORDS_KINDS = ['native', 'text'] as const;
export type WordsKind = (typeof WORDS_KINDS)[number];
