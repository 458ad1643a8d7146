/** Characters no reader can see: ignorable ones, controls but tab and line breaks, fillers that look like a space, noncharacters. */
const UNSEEN =
  /(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\uFFF9-\uFFFB\uFDD0-\uFDEF\uFFFE\uFFFF\u{1D159}]/u;
/** Scripts whose letters change shape by a joiner or non-joiner between them. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;
/** What may stand before a joiner inside one emoji. */
const EMOJI_PART = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\uFE0F/u;
const NON_JOINER = '\u200C';
const JOINER = '\u200D';
/** A flag of a region is a black flag, letters of the tags block and the tag that ends it. */
const REGION_FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}/gu;

/** Opening directional formatting characters (UAX #9 §2) → the one that ends them. Overrides are never kept. */
const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['\u202A', '\u202C'],
  ['\u202B', '\u202C'],
  ['\u2066', '\u2069'],
  ['\u2067', '\u2069'],
  ['\u2068', '\u2069'],
]);
const CLOSING: ReadonlySet<string> = new Set(CLOSERS.values());
/** Deeper nesting has no effect (UAX #9, BD2). */
const MOST_DEPTH = 125;

const isSeen = (character: string): boolean => !UNSEEN.test(character) && /\S/.test(character);

/** A variation selector chooses a form of the visible character before it. */
function selectsFormOf(before: string, selector: string): boolean {
  if (/[\uFE0E\uFE0F]/.test(selector)) return /\p{Emoji}/u.test(before);
  if (/[\uFE00-\uFE0D\u{E0100}-\u{E01EF}]/u.test(selector)) return /\p{Script=Han}/u.test(before);
  return /[\u180B-\u180D\u180F]/.test(selector) && /\p{Script=Mongolian}/u.test(before);
}

/** Whether an ignorable character changes what is seen of its neighbors. */
function hasEffect(before: string, character: string, after: string): boolean {
  if (character === NON_JOINER || character === JOINER)
    return (
      (JOINING.test(before) && JOINING.test(after)) ||
      (character === JOINER && EMOJI_PART.test(before) && PICTOGRAPH.test(after))
    );
  return selectsFormOf(before, character);
}

/** Positions of the directional formatting characters that open and close around something visible on their line. */
function balancedMarks(characters: readonly string[]): Set<number> {
  const balanced = new Set<number>();
  let open: { at: number; seen: number }[] = [];
  let seen = 0;
  characters.forEach((character, at) => {
    if (character === '\n') open = [];
    else if (CLOSERS.has(character)) {
      if (open.length < MOST_DEPTH) open.push({ at, seen });
    } else if (CLOSING.has(character)) {
      const depth = open.findLastIndex((mark) => CLOSERS.get(characters[mark.at] ?? '') === character);
      // A closer also ends whatever was opened inside its pair.
      const [mark] = depth < 0 ? [] : open.splice(depth);
      if (mark && mark.seen < seen) balanced.add(mark.at).add(at);
    } else if (isSeen(character)) seen += 1;
  });
  return balanced;
}

/** Where in the text the tags stand that spell the flag of a region. */
function flagTags(text: string): Set<number> {
  const tags = new Set<number>();
  for (const { 0: flag, index } of text.matchAll(REGION_FLAG))
    for (let at = index + 2; at < index + flag.length; at += 2) tags.add(at);
  return tags;
}

/**
 * Text without what no reader can see (Unicode's default-ignorable characters, controls, blank fillers), without
 * direction overrides and without direction marks that are not closed; composed (NFC). Joiners and variation selectors
 * stay where they change a letter or an emoji, isolates and embeddings where they are balanced. Tabs and line breaks
 * stay. Nothing visible → ''. Takes linear time.
 */
export function cleanText(text: string): string {
  if (!UNSEEN.test(text)) return text.normalize('NFC');
  const characters = [...text];
  const balanced = balancedMarks(characters);
  const tags = flagTags(text);
  let clean = '';
  let before = '';
  let offset = 0;
  let isVisible = false;
  characters.forEach((character, at) => {
    const isTag = tags.has(offset);
    offset += character.length;
    if (balanced.has(at)) {
      clean += character;
      return;
    }
    const isUnseen = UNSEEN.test(character);
    if (isUnseen && !isTag && !hasEffect(before, character, characters[at + 1] ?? '')) return;
    clean += character;
    before = character;
    isVisible ||= isSeen(character);
  });
  return isVisible ? clean.normalize('NFC') : '';
}

/** A name or another text of one line: cleaned, trimmed, with one space where there were several or a line break. */
export function cleanLine(text: string): string {
  return cleanText(text)
    .replace(/[\t\n\r\u2028\u2029]/g, ' ')
    .replace(/\s{2,}/g, ' ')
    .trim();
}
