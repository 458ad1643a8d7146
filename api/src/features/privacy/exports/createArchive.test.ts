import { randomBytes } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { createArchive } from './createArchive';

async function* lines(count: number) {
  for (let line = 0; line < count; line += 1) yield `line ${line} of a text that is long enough, äöü\n`;
}

describe('an archive', () => {
  it('reads back as what was put in, in chunks of the size asked for', async () => {
    const chunks: Buffer[] = [];
    const archive = createArchive({
      madeAt: new Date('2026-11-21T12:00:00Z'),
      chunkBytes: 4_096,
      write: async (chunk) => {
        chunks.push(Buffer.from(chunk));
      },
    });
    const image = randomBytes(200_000);
    await archive.addText('README.txt', ['Grüße']);
    await archive.addText('empty.txt', []);
    await archive.addBytes('images/a.png', image);
    await archive.addText('lines.csv', lines(5_000));
    const bytes = await archive.end();

    expect(chunks.slice(0, -1).every(({ length }) => length === 4_096)).toBe(true);
    const whole = Buffer.concat(chunks);
    expect(whole.length).toBe(bytes);
    const files = unzipSync(whole);
    expect(Object.keys(files)).toEqual(['README.txt', 'empty.txt', 'images/a.png', 'lines.csv']);
    expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toBe('Grüße');
    expect(files['empty.txt']).toHaveLength(0);
    expect(Buffer.from(files['images/a.png'] ?? []).equals(image)).toBe(true);
    expect(strFromU8(files['lines.csv'] ?? new Uint8Array()).split('\n')).toHaveLength(5_001);
  });

  it('fails with what the chunks fail with', async () => {
    const archive = createArchive({
      madeAt: new Date(),
      chunkBytes: 16,
      write: () => Promise.reject(new Error('full')),
    });
    await expect(archive.addText('a.txt', ['x'.repeat(1_000)])).rejects.toThrow('full');
  });
});
