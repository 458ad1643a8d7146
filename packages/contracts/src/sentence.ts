/** A server's words as a sentence, so that another can follow; nothing stays nothing. */
export function sentence(text: string): string {
  return text === '' || /[.!?:…]$/.test(text) ? text : `${text}.`;
}
