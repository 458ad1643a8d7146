import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';

/** Its reader is loaded with a dynamic import, which Jest's own modules cannot do: a process of its own can. */
const READER = `
import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';
const pdf = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)));
const { text } = await extractText(pdf, { mergePages: true });
process.stdout.write(text);
`;

/** The words of a PDF, of all its pages, as a reader of it finds them. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', READER], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const [text, complaint] = [readText(child.stdout), readText(child.stderr)];
  const ended = once(child, 'close');
  // A reader that ends early is told of by what it says.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  const [code] = await ended;
  if (code !== 0) throw new Error(`The PDF cannot be read: ${await complaint}`);
  return text;
}
