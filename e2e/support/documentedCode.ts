const FENCE = /^```(\S+)\n([\s\S]*?)^```$/gm;

/** The code of one language under a heading of a document, in its order. */
export function documentedCode(markdown: string, heading: string, language: string): string[] {
  const [, section = ''] = markdown.split(`\n${heading}\n`);
  const [own = ''] = section.split(/\n#{2,3} /);
  const found = [...own.matchAll(FENCE)].flatMap(([, name, code = '']) => (name === language ? [code] : []));
  if (found.length === 0) throw new Error(`${heading} has no ${language}`);
  return found;
}
