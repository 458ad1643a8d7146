import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jsonText } from './jsonText';
import type { NamedSchema, Schema, Surface } from './surface.types';

/** As it is written down: the side that counts, and both only where both do and differ. */
type WrittenSchema =
  | { direction: NamedSchema['direction']; schema: Schema }
  | { direction: NamedSchema['direction']; input: Schema; output: Schema };
type WrittenSurface = Omit<Surface, 'schemas'> & { schemas: Record<string, WrittenSchema> };

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

export function parseSurface(text: string): Surface {
  const written = JSON.parse(text) as WrittenSurface;
  const schemas = Object.entries(written.schemas).map(([name, one]): [string, NamedSchema] => [
    name,
    'schema' in one ? { direction: one.direction, input: one.schema, output: one.schema } : one,
  ]);
  return { ...written, schemas: Object.fromEntries(schemas) };
}

/** What was written down of each version of the contract, in `packages/contracts/surface`. */
export interface RecordedSurfaces {
  /** Null when there is none of this version. */
  read(version: number): string | null;
  write(version: number, text: string): void;
  /** For people. */
  nameOf(version: number): string;
}

export function recordedSurfaces(root: string): RecordedSurfaces {
  const nameOf = (version: number) => `packages/contracts/surface/v${version}.json`;
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
