/** Control characters, line ends of any standard, and what turns the direction of writing. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with all that could end its line, or look like another one, as `\u000a`: also right within JSON. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
