/** One mail in one language, before it becomes text and HTML. All strings are plain text. */
export interface MailContent {
  subject: string;
  heading: string;
  blocks: Block[];
  /** Why the reader gets it. */
  why: string;
  /** Come with the mail. */
  files?: MailFile[];
}

export interface MailFile {
  name: string;
  /** MIME type. */
  type: string;
  content: string;
}

export type Block =
  | { kind: 'paragraph'; text: string }
  /** Somebody's own words; may have several lines. */
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; rows: { label: string; value: string }[] }
  /** At most one in a mail. */
  | { kind: 'button'; label: string; href: string }
  /** A quiet way elsewhere, beside the button. */
  | { kind: 'link'; label: string; href: string };

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const quote = (text: string): Block => ({ kind: 'quote', text });
export const facts = (...rows: [label: string, value: string][]): Block => ({
  kind: 'facts',
  rows: rows.map(([label, value]) => ({ label, value })),
});
export const button = (label: string, href: string): Block => ({ kind: 'button', label, href });
export const quietLink = (label: string, href: string): Block => ({ kind: 'link', label, href });

/** Control characters but the line feed, and what turns the direction of writing: a name must not rearrange a mail. */
const UNSAFE = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const LONGEST_SUBJECT = 150;

export const cleanText = (text: string) => text.replace(/\r\n?/g, '\n').replace(UNSAFE, '');

/** On one line whatever was filled in: a line break would begin another header. */
export function cleanSubject(text: string): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(UNSAFE, '')
    .trim();
  return line.length <= LONGEST_SUBJECT ? line : `${line.slice(0, LONGEST_SUBJECT - 1).trimEnd()}…`;
}
