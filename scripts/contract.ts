// npm run contract -- check | accept: what outside remotes and open tabs rely on, against what was recorded of it.
//   check    fails when something became narrower, or was not recorded
//   accept   records what became wider

import { rootDir } from '../packages/remote-kit/src/build/workspace';
import { CONTRACT_VERSION, LEAST_CONTRACT_VERSION } from '../packages/remote-kit/src/defineRemote';
import { DOORS } from './contract/doors';
import { accept, check } from './contract/judge';
import { readTags } from './contract/readNames';
import { readSurface, versionsOf } from './contract/readSurface';
import { surfaceRecord, typesRecord } from './contract/recorded';
import { emitTypes } from './contract/types/emitTypes';
import { packagesOf } from './contract/types/tree';

const ACTIONS = { check, accept };
const isAction = (text: string): text is keyof typeof ACTIONS => text in ACTIONS;

const [, , name = 'check', ...rest] = process.argv;
if (!isAction(name) || rest.length > 0) {
  console.error('Use: npm run contract -- check | accept (docs/contracts.md)');
  process.exit(2);
}
// The compiler works while the schemas are read.
const emitted = emitTypes(DOORS, readTags());
const names = readSurface();
const types = await emitted;
const surface = { ...names, behind: versionsOf(packagesOf(types)) };
const { passed, lines } = await ACTIONS[name]({
  version: CONTRACT_VERSION,
  least: LEAST_CONTRACT_VERSION,
  records: [surfaceRecord(rootDir, surface), typesRecord(rootDir, types)],
});
for (const line of lines) (passed ? console.log : console.error)(line);
if (passed && name === 'check')
  console.log(
    `Contract ${CONTRACT_VERSION}: ${Object.keys(surface.schemas).length} schemas and ` +
      `${Object.keys(types.doors).length} doors, nothing narrower`,
  );
process.exitCode = passed ? 0 : 1;
