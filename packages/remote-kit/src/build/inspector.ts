import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type InspectorMap, SOURCES_FILE } from '@ezdash/contracts';
import type { RuleSetRule } from '@rspack/core';
import MagicString from 'magic-string';
import { BuildError } from './compile';
import { fileHash, findSites, type Site } from './inspectorSites';
import { rootDir } from './workspace';

/** As `SOURCES_FILE` has it; which release it belongs to, the folder says. */
export type Sources = Pick<InspectorMap, 'files' | 'sites'>;

export interface Inspector {
  /** Rule of the bundler: the elements of every component get their ids. */
  rule: RuleSetRule;
  /** What the ids stand for, of the files compiled so far. */
  sources(): Sources;
}

/**
 * Marks the elements of one build with `data-c`.
 *
 * @param build `shell`, or the remote's name: part of every id
 * @param base folder that the names of files are told from
 */
export function createInspector(build: string, base = rootDir): Inspector {
  const files = new Map<string, Site[]>();
  const owners = new Map<string, string>();

  function sitesOf(source: string, file: string) {
    try {
      return findSites(source, file, build);
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  function mark(source: string, resource: string, withMap: boolean) {
    const file = path.relative(base, resource).split(path.sep).join('/');
    const hash = fileHash(build, file);
    const owner = owners.get(hash) ?? file;
    if (owner !== file)
      throw new BuildError(`${file} and ${owner} have the same short name: rename one of them`);
    owners.set(hash, file);
    const placed = sitesOf(source, file);
    // What cannot be read here cannot be compiled either, and the compiler says it better.
    if (placed === null) return { code: source };
    files.set(
      file,
      placed.map(({ offset: _, ...site }) => site),
    );
    const text = new MagicString(source);
    for (const { id, offset } of placed) text.appendRight(offset, ` data-c="${id}"`);
    return {
      code: text.toString(),
      map: withMap
        ? text.generateMap({ source: resource, includeContent: true, hires: 'boundary' })
        : undefined,
    };
  }

  return {
    rule: {
      test: /\.tsx$/,
      exclude: /node_modules/,
      enforce: 'pre',
      loader: path.join(import.meta.dirname, 'inspectorLoader.mjs'),
      options: { mark },
    },
    sources() {
      const names = [...files.keys()].filter((file) => files.get(file)?.length).sort();
      const sites = names.flatMap((file, at) =>
        (files.get(file) ?? []).map(
          ({ id, line, component, element }): [string, Sources['sites'][string]] => [
            id,
            [at, line, component, element],
          ],
        ),
      );
      return { files: names, sites: Object.fromEntries(sites) };
    },
  };
}

/** Writes what the ids stand for, beside a build's files. */
export async function writeSources(outDir: string, sources: Sources): Promise<void> {
  await writeFile(path.join(outDir, SOURCES_FILE), JSON.stringify(sources));
}
