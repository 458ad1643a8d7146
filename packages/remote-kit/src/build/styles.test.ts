import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checkStyles } from './styles';

describe('a remote’s folder', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'remote-kit-'));
    mkdirSync(path.join(folder, 'src/pages'), { recursive: true });
    writeFileSync(path.join(folder, 'src/pages/Sky.module.css'), '.sky { color: blue }');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('builds when its sheets are modules of its own classes', () =>
    expect(checkStyles(folder)).resolves.toBeUndefined());

  test('does not build with sheets of everybody, which are named', async () => {
    writeFileSync(path.join(folder, 'src/page.css'), '.sky { color: blue }');
    writeFileSync(path.join(folder, 'src/pages/Sea.module.css'), '.sea {} body, h1 { color: blue }');
    await expect(checkStyles(folder)).rejects.toThrow(
      /src\/page\.css would be everybody's: call it src\/page\.module\.css[\s\S]*Sea\.module\.css reaches what is not the remote's: body, h1/,
    );
  });
});
