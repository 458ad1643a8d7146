// The api while developing, in a process of its own: runApi.mjs <folder of its bundle>. Loads the installed packages at
// once, which takes most of a start; told to by a first message, the server; which starts when a second one says that the
// one before has ended.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/run.mjs';

const [, , folder = ''] = process.argv;
const load = (file) => import(pathToFileURL(path.join(folder, file)).href);

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const told = (word) =>
  new Promise((resolve) => {
    process.on('message', (message) => message === word && resolve());
  });
const [toldToLoad, toldToStart] = [told('load'), told('start')];
await load('packages.mjs');
await toldToLoad;
const { main } = await load('main.mjs');
await toldToStart;
// Remotes come from the development server in front; no release of them is offered.
await main({
  shellDist: path.join(folder, 'shell'),
  remoteDists: [],
  tagFile: path.join(root, 'api/dist/tag.js'),
});
