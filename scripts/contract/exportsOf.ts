import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ModuleItem, parseSync } from '@swc/core';

export type ExportKind = 'value' | 'type';
type Exported = [name: string, kind: ExportKind];

const TYPES: ReadonlySet<string> = new Set(['TsInterfaceDeclaration', 'TsTypeAliasDeclaration']);
const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

function resolveFile(from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  const target = path.join(path.dirname(from), specifier);
  return (
    ENDINGS.slice(1)
      .map((ending) => target + ending)
      .find(existsSync) ?? (existsSync(target) ? target : null)
  );
}

/** Names in `const { a, b: c } = …` and in plain declarations. */
function patternNames(pattern: { type: string; [key: string]: unknown }): string[] {
  if (pattern.type === 'Identifier') return [String(pattern.value)];
  if (pattern.type !== 'ObjectPattern') throw new Error(`Exports by ${pattern.type} are not read`);
  return (
    pattern.properties as { type: string; key: { value: string }; value?: { type: string; value: string } }[]
  ).map((property) =>
    property.type === 'KeyValuePatternProperty' && property.value ? property.value.value : property.key.value,
  );
}

function namesOf(item: ModuleItem, file: string): Exported[] {
  if (item.type === 'ExportDeclaration') {
    const { declaration } = item;
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations
        .flatMap(({ id }) => patternNames(id as unknown as { type: string }))
        .map((name): Exported => [name, 'value']);
    if (!('identifier' in declaration) && !('id' in declaration)) return [];
    const id = 'identifier' in declaration ? declaration.identifier : declaration.id;
    return [[String(id.value), TYPES.has(declaration.type) ? 'type' : 'value']];
  }
  if (item.type === 'ExportNamedDeclaration')
    return item.specifiers.flatMap((one): Exported[] => {
      if (one.type !== 'ExportSpecifier') throw new Error(`${file} exports a namespace, which is not read`);
      const isType = item.typeOnly || ('isTypeOnly' in one && one.isTypeOnly === true);
      return [[(one.exported ?? one.orig).value, isType ? 'type' : 'value']];
    });
  return [];
}

/**
 * Names that a module of TypeScript or JavaScript gives away, with what they are, those of `export *` included.
 * @throws for a star of another package, and for forms that nobody here writes
 */
export function exportsOf(file: string): Record<string, ExportKind> {
  const typed = /\.tsx?$/.test(file);
  const source = readFileSync(file, 'utf8');
  const { body } = parseSync(
    source,
    typed ? { syntax: 'typescript', tsx: file.endsWith('x') } : { syntax: 'ecmascript' },
  );
  const own = body.flatMap((item): Exported[] => {
    if (item.type !== 'ExportAllDeclaration') return namesOf(item, file);
    const from = resolveFile(file, item.source.value);
    if (!from) throw new Error(`${file} exports everything of ${item.source.value}, which is not read`);
    return Object.entries(exportsOf(from));
  });
  return Object.fromEntries(own.sort(([a], [b]) => (a < b ? -1 : 1)));
}
