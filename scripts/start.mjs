// npm start: from a fresh clone to the running network. Installs, builds what changed, then runs the server in
// this very process, so that a signal to it reaches the server.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { giveUp } from './lib/console.mjs';
import './lib/envFile.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root, run } from './lib/run.mjs';

await ensureInstalled();
const build = await run(process.execPath, [path.join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
// Not by a signal to us, which run() passes on: somebody ended the build itself (or the memory did).
if (build.signal) giveUp(`The build was ended by ${build.signal}.`);
if (build.code !== 0) giveUp('The build failed; what went wrong stands above.');

const server = path.join(root, 'api/dist/main.mjs');
if (!existsSync(server)) giveUp('The build made no server (api/dist/main.mjs is missing).');
process.chdir(root);
const { main } = await import(pathToFileURL(server).href);
await main();
