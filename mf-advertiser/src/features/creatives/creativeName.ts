const LONGEST = 120;

/** What an image is called until its owner says otherwise: the file's name without its ending. */
export function creativeName(fileName: string): string {
  const bare = fileName.replace(/\.[a-z0-9]{1,5}$/i, '').trim();
  return (bare === '' ? fileName : bare).slice(0, LONGEST);
}
