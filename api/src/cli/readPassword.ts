import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** A line of standard input; on a terminal it is asked for and not shown. */
export function readPassword(question: string): Promise<string> {
  const hidden = process.stdin.isTTY === true;
  if (hidden) process.stderr.write(question);
  // readline echoes into its output: it gets one that shows nothing.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: hidden });
  return new Promise((resolve) => {
    let answer = '';
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('SIGINT', () => process.exit(130));
    lines.once('close', () => {
      if (hidden) process.stderr.write('\n');
      resolve(answer);
    });
  });
}
