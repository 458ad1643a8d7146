import { namesIn } from './schemasOf';
import type { Direction, Schema } from './surface.types';

/** What the code cannot say of a schema by itself: how pages and remotes get it, or give it. */
const KNOWN: Readonly<Record<string, Direction>> = {
  // Written into the page, or sent as the error of any call.
  bootstrap: 'answer',
  errorBody: 'answer',
  gateRefusal: 'answer',
  publicConfig: 'answer',
  xeroMessage: 'answer',
  // Written by builds, also old ones, and read by the server; the manifest goes on to the page.
  release: 'both',
  remoteManifest: 'both',
  // The server's own shell: it reads what it has built itself.
  shellRelease: 'answer',
};

const SENT = /\b(?:body|query|params):\s*(\w+)\b/g;
const ENDPOINT = /\b(?:query|mutation|infiniteQuery)<\s*([^<>,]+?)\s*,\s*([^<>,]+?)\s*[,>]/g;
const ALIAS = /export type (\w+) = z\.(?:infer|input|output)<\s*typeof (\w+)\s*>/g;
const WORD = /\w+/g;
/** By their names alone, wherever they are used. */
const REQUEST_NAME = /(Request|Input|Update|Query)$/;
const ANSWER_NAME = /(Answer|List)$/;

export interface Sources {
  /** Texts of the server: its routes name the schemas that they read. */
  server: string[];
  /** Texts of the pages: their endpoints name the types of what comes and goes. */
  pages: string[];
  /** Texts of the contracts: which type belongs to which schema. */
  contracts: string[];
}

/** Everything that is reached from these names, themselves included. */
function reachedFrom(roots: Iterable<string>, schemas: Record<string, Schema>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...roots];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...namesIn(schemas[name]));
  }
  return reached;
}

function findRoots({ server, pages, contracts }: Sources, names: ReadonlySet<string>) {
  const schemaOfType = new Map(
    contracts.flatMap((text) =>
      [...text.matchAll(ALIAS)].map(([, type = '', schema = '']) => [type, schema]),
    ),
  );
  const typed = (text = '') => (text.match(WORD) ?? []).flatMap((word) => schemaOfType.get(word) ?? []);
  const requests = new Set(server.flatMap((text) => [...text.matchAll(SENT)].map(([, name = '']) => name)));
  const answers = new Set<string>();
  for (const text of pages)
    for (const [, answer, request] of text.matchAll(ENDPOINT)) {
      for (const name of typed(answer)) answers.add(name);
      for (const name of typed(request)) requests.add(name);
    }
  for (const name of names) {
    const known = KNOWN[name];
    if (REQUEST_NAME.test(name) || (known && known !== 'answer')) requests.add(name);
    if (ANSWER_NAME.test(name) || (known && known !== 'request')) answers.add(name);
  }
  return { requests, answers };
}

/**
 * Who writes each schema: the routes that read it, the endpoints that fetch it, or its name say so, and whatever it is made
 * of goes the same way. Both when nothing does: then the stricter rules hold.
 */
export function directionsOf(schemas: Record<string, Schema>, sources: Sources): Record<string, Direction> {
  const { requests, answers } = findRoots(sources, new Set(Object.keys(schemas)));
  const [sent, read] = [reachedFrom(requests, schemas), reachedFrom(answers, schemas)];
  return Object.fromEntries(
    Object.keys(schemas).map((name) => [
      name,
      sent.has(name) === read.has(name) ? 'both' : sent.has(name) ? 'request' : 'answer',
    ]),
  );
}
