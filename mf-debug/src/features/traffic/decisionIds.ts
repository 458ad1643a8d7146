/** Ids as they are pasted or lie in a file: a line, a comma or a blank apart, each of them once. */
export function readDecisionIds(text: string): string[] {
  return [...new Set(text.toLowerCase().split(/[\s,;"]+/))].filter((id) => id !== '');
}
