import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeRelease, makeShell, writeDist } from '../features/remotes/testReleases';
import type { BuiltParts } from '../wirePages';

/** A build of nothing, as a build lies: a shell, one remote and a tag that the server can start with. */
export function makeParts(folder: string): BuiltParts {
  const tagFile = path.join(folder, 'tag.js');
  writeFileSync(tagFile, '(function(){})();');
  for (const name of ['tag-debug.js', 'tag-sight.js'])
    writeFileSync(path.join(folder, name), '(function(){})();');
  return {
    shellDist: writeDist(path.join(folder, 'shell', 'dist'), makeShell()),
    remoteDists: [writeDist(path.join(folder, 'mf-advertiser', 'dist'), makeRelease())],
    tagFile,
  };
}
