// npm run contract -- check | accept: what outside remotes and open tabs rely on, against what was recorded of it.
//   check    fails when something became narrower, or was not recorded
//   accept   records what became wider

import { rootDir } from '../packages/remote-kit/src/build/workspace';
import { LEAST_CONTRACT_VERSION } from '../packages/remote-kit/src/defineRemote';
import { accept, check } from './contract/judge';
import { readSurface } from './contract/readSurface';
import { recordedSurfaces } from './contract/recorded';

const ACTIONS = { check, accept };
const isAction = (text: string): text is keyof typeof ACTIONS => text in ACTIONS;

const [, , name = 'check', ...rest] = process.argv;
if (!isAction(name) || rest.length > 0) {
  console.error('Use: npm run contract -- check | accept (docs/contracts.md)');
  process.exit(2);
}
const surface = readSurface();
const { passed, lines } = ACTIONS[name]({
  surface,
  least: LEAST_CONTRACT_VERSION,
  recorded: recordedSurfaces(rootDir),
});
for (const line of lines) (passed ? console.log : console.error)(line);
if (passed && name === 'check')
  console.log(
    `Contract ${surface.contractVersion}: ${Object.keys(surface.schemas).length} schemas, nothing narrower`,
  );
process.exitCode = passed ? 0 : 1;
