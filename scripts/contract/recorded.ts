import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareSurfaces } from './compareSurfaces';
import { jsonText } from './jsonText';
import type { ContractRecord } from './judge';
import type { NamedSchema, Names, Schema, Surface } from './surface.types';
import { compareTypes } from './types/compareTypes';
import type { EmittedTypes } from './types/emitTypes';
import { parseTree, treeText } from './types/tree';

/** As it is written down: the side that counts, and both only where both do and differ. */
type WrittenSchema =
  | { direction: NamedSchema['direction']; schema: Schema }
  | { direction: NamedSchema['direction']; input: Schema; output: Schema };
/** Records of before names and versions behind the declarations were recorded do not say them. */
type WrittenSurface = Omit<Surface, 'schemas' | 'names' | 'behind'> &
  Partial<Pick<Surface, 'names' | 'behind'>> & { schemas: Record<string, WrittenSchema> };

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function writtenSchema({ direction, input, output }: NamedSchema): WrittenSchema {
  if (direction === 'answer') return { direction, schema: output };
  if (direction === 'request' || same(input, output)) return { direction, schema: input };
  return { direction, input, output };
}

/** Text of a recorded surface: the same surface is the same text. */
export function surfaceText(surface: Surface): string {
  const schemas = Object.entries(surface.schemas).map(([name, one]) => [name, writtenSchema(one)]);
  return jsonText({ ...surface, schemas: Object.fromEntries(schemas) });
}

const NO_NAMES: Names = { tags: [], bridge: {}, tokens: [], classes: [], texts: {} };

export function parseSurface(text: string): Surface {
  const written = JSON.parse(text) as WrittenSurface;
  const schemas = Object.entries(written.schemas).map(([name, one]): [string, NamedSchema] => [
    name,
    'schema' in one ? { direction: one.direction, input: one.schema, output: one.schema } : one,
  ]);
  const { behind = {}, names = NO_NAMES } = written;
  return { ...written, behind, names, schemas: Object.fromEntries(schemas) };
}

/** Files of the record, one for each version of the contract, in `packages/contracts/surface`. */
function filesOf(root: string, ending: string): Pick<ContractRecord, 'nameOf' | 'read' | 'write'> {
  const nameOf = (version: number) => `packages/contracts/surface/v${version}${ending}`;
  const fileOf = (version: number) => path.join(root, nameOf(version));
  return {
    nameOf,
    read: (version) => (existsSync(fileOf(version)) ? readFileSync(fileOf(version), 'utf8') : null),
    write(version, text) {
      mkdirSync(path.dirname(fileOf(version)), { recursive: true });
      writeFileSync(fileOf(version), text);
    },
  };
}

/** Schemas, messages, names and versions. */
export const surfaceRecord = (root: string, surface: Surface): ContractRecord => ({
  ...filesOf(root, '.json'),
  text: surfaceText(surface),
  compare: async (before) => compareSurfaces(parseSurface(before), surface),
});

/** Where the declarations of each version are. */
export const recordedTypes = (root: string) => filesOf(root, '.types.txt');

/** Declarations of what the doors give away. */
export const typesRecord = (root: string, types: EmittedTypes): ContractRecord => ({
  ...recordedTypes(root),
  text: treeText(types),
  compare: (before) => compareTypes(parseTree(before), types, types.contracts),
});
