/**
 * Characters no reader can see: ignorable ones, controls but tab and line breaks, layout controls of old scripts, fillers
 * and placeholders, noncharacters.
 */
const UNSEEN =
  /(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cc}\u2800\uFFF9-\uFFFC\u{1107F}\u{13430}-\u{1343F}\u{16FE4}\u{1D159}]/u;
/** Letters of scripts that are written joined. */
const CURSIVE = /(?=\p{L})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}]/u;
/** Those of them that never join the letter behind them (Joining_Type R and U): a non-joiner there shows nothing. */
const APART =
  /[\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2\u06D3\u06D5\u0710\u0715-\u0719\u071E\u0728\u072A\u072C\u072F]/;
/** Scripts whose conjuncts a joiner or non-joiner beside the virama chooses. */
const CONJOINING =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const VIRAMA = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u103A\u17D2]/;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;
/** What may stand before a joiner inside one emoji. */
const EMOJI_PART = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\uFE0F/u;
const NON_JOINER = '\u200C';
const JOINER = '\u200D';
const KEYCAP = '\u20E3';
/** The flags of regions that fonts have, England, Scotland and Wales: a black flag, tags and the tag that ends it. */
const REGION_FLAG =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;

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

/** A variation selector chooses a form of the visible character before it; digits have another within a keycap alone. */
function selectsFormOf(before: string, selector: string, after: string): boolean {
  if (/[\d#*]/.test(before)) return selector === '\uFE0F' && after === KEYCAP;
  if (/[\uFE0E\uFE0F]/.test(selector)) return /\p{Emoji}/u.test(before);
  if (/[\uFE00-\uFE0D\u{E0100}-\u{E01EF}]/u.test(selector)) return /\p{Script=Han}/u.test(before);
  return /[\u180B-\u180D\u180F]/.test(selector) && /\p{Script=Mongolian}/u.test(before);
}

/** Whether an ignorable character changes what is seen of its neighbors. */
function hasEffect(before: string, character: string, after: string): boolean {
  if (character === NON_JOINER || character === JOINER)
    return (
      (CONJOINING.test(before) && CONJOINING.test(after) && (VIRAMA.test(before) || VIRAMA.test(after))) ||
      (character === JOINER
        ? EMOJI_PART.test(before) && PICTOGRAPH.test(after)
        : CURSIVE.test(before) && !APART.test(before) && CURSIVE.test(after))
    );
  return selectsFormOf(before, character, after);
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

/**
 * A name or another text of one line: cleaned, trimmed, with one space where there were several, a line break or a space
 * of another width. No-break and ideographic spaces stay.
 */
export function cleanLine(text: string): string {
  return cleanText(text)
    .replace(/[^\S \u00A0\u202F\u3000]/g, ' ')
    .replace(/\s{2,}/g, ' ')
    .trim();
}
