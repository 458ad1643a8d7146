export const LONGEST_EXCERPT = 300;
export const LONGEST_NAME = 200;

/** Never half of a character, which the database would refuse. */
export const shorten = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
