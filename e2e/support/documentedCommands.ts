/** What stands in a document to be copied into a terminal. */
export interface DocumentedCommand {
  /** Who runs it, as the fence says: `team`, `operators`. */
  who: string;
  line: string;
}

const FENCE = /^```(\S*)[ \t]*(.*)\n([\s\S]*?)^```$/gm;
const TERMINALS = new Set(['sh', 'bash', 'shell', 'console', 'zsh', '']);

/**
 * Every line of every fence for a terminal, in the order of the document.
 * @throws for a fence of a terminal that does not say who runs it
 */
export function documentedCommands(markdown: string, known: readonly string[]): DocumentedCommand[] {
  return [...markdown.matchAll(FENCE)].flatMap(([, language = '', who = '', text = '']) => {
    if (!TERMINALS.has(language)) return [];
    if (!known.includes(who)) throw new Error(`Nobody is known to run this (${who || 'no name'}):\n${text}`);
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => ({ who, line }));
  });
}
