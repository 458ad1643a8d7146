/** The tool shows so many characters of an element's text. */
export const TEXT_CHARACTERS = 200;

export interface ElementDescription {
  /** In lower case. */
  tag: string;
  /** Empty when it has none. */
  id: string;
  classes: string[];
  /** At most `TEXT_CHARACTERS`. */
  text: string;
  /** In CSS pixels. */
  width: number;
  height: number;
}

/** The useful properties by group; everything else is shown on demand. */
export const STYLE_GROUPS = {
  box: ['width', 'height', 'margin', 'padding', 'border', 'border-radius', 'overflow'],
  font: ['font-family', 'font-size', 'font-weight', 'line-height', 'letter-spacing', 'text-align'],
  colour: ['color', 'background-color', 'box-shadow', 'opacity'],
  layout: [
    'display',
    'position',
    'inset',
    'z-index',
    'gap',
    'align-items',
    'justify-content',
    'grid-template-columns',
  ],
} as const;
export type StyleGroup = keyof typeof STYLE_GROUPS;

/** Tag, id, classes and the beginning of the text, none of its characters cut in half. */
export function describeElement(element: Element): ElementDescription {
  const { width, height } = element.getBoundingClientRect();
  return {
    tag: element.tagName.toLowerCase(),
    id: element.id,
    classes: [...element.classList],
    text: cutText(element.textContent ?? ''),
    width: Math.round(width),
    height: Math.round(height),
  };
}

/** White space at the ends says nothing; 400 UTF-16 units hold at least 200 characters. */
export function cutText(text: string): string {
  return [...text.trim().slice(0, 2 * TEXT_CHARACTERS)].slice(0, TEXT_CHARACTERS).join('');
}

/** Computed values of a group, in its order. */
export function readStyles(element: Element, group: StyleGroup): [name: string, value: string][] {
  const styles = getComputedStyle(element);
  return STYLE_GROUPS[group].map((name) => [name, styles.getPropertyValue(name)]);
}

/** All computed values that are in no group, by name. */
export function readOtherStyles(element: Element): [name: string, value: string][] {
  const styles = getComputedStyle(element);
  const grouped = new Set<string>(Object.values(STYLE_GROUPS).flat());
  return Array.from(styles)
    .filter((name) => !grouped.has(name))
    .sort()
    .map((name) => [name, styles.getPropertyValue(name)]);
}
