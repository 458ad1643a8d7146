import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type InspectorMap, inspectorMap, remoteName, SOURCES_FILE } from '@ezdash/contracts';
import type { Router } from 'express';
import { z } from 'zod';
import { NotFoundError } from '../../../platform/errors';
import type { DebugRoutes } from '../debugRoute';

/** A folder's name that neither leads out of the one it lies in nor is hidden. */
const FOLDER = /^[A-Za-z0-9_][A-Za-z0-9._+-]{0,99}$/;
const released = z.object({
  name: z.union([z.literal('shell'), remoteName]),
  version: z.string().regex(FOLDER),
});
/** Never refused for its form: an address that cannot be a release's is one that there is nothing at. */
const asked = z.object({ name: z.string(), version: z.string() });
const sources = inspectorMap.pick({ files: true, sites: true });

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

const nothing = () => new NotFoundError('Nothing is known of the elements of this release', 'NO_SOURCES');

/**
 * What the ids of a release's elements stand for.
 * @param dataDir `remotes/<name>/<version>` and `shell/<build>` lie in it
 * @throws NotFoundError for what was never released, or was built without
 */
export async function readSources(dataDir: string, name: string, version: string): Promise<InspectorMap> {
  const known = released.safeParse({ name, version });
  if (!known.success) throw nothing();
  const folder = name === 'shell' ? path.join('shell', version) : path.join('remotes', name, version);
  const text = await readFile(path.join(dataDir, folder, SOURCES_FILE), 'utf8').catch((error: unknown) => {
    throw isMissing(error) ? nothing() : error;
  });
  return { name, version, ...sources.parse(JSON.parse(text)) };
}

/** The Inspector tab's one call. */
export function inspectorRoutes(tabs: Router, { closed }: DebugRoutes, dataDir: string): void {
  tabs.get(
    '/inspector/:name/:version',
    closed({ params: asked }, ({ params }) => readSources(dataDir, params.name, params.version)),
  );
}
