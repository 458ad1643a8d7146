import { type Node, nameOf, nodeOf, nodesOf, statementsOf } from './syntax';
import { type DeclarationTree, fileOf } from './tree';

/** Where a name is declared. Overloads of a function are several nodes. */
export interface Declared {
  file: string;
  name: string;
  nodes: Node[];
}

/** What a door gives away under a name; `declared` is null when it is of another package. */
export interface Given {
  declared: Declared | null;
  isType: boolean;
}

interface Source {
  file: string;
  declarations: Map<string, Node[]>;
  /** Local name → where it is imported from. */
  imports: Map<string, { from: string; name: string }>;
  statements: Node[];
}

const TYPES: ReadonlySet<string> = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration']);

function declaredIn(statement: Node): [string, Node][] {
  const node = statement.type.startsWith('Export') ? nodeOf(statement.declaration) : statement;
  if (!node) return [];
  if (node.type === 'VariableDeclaration')
    return nodesOf(node.declarations).flatMap((one): [string, Node][] => {
      const name = nameOf(one.id);
      return name === null ? [] : [[name, one]];
    });
  const name = nameOf(node.id);
  if (name !== null) return [[name, node]];
  return statement.type === 'ExportDefaultDeclaration' ? [['default', node]] : [];
}

function readSource(file: string, text: string): Source {
  const statements = statementsOf(text);
  const declarations = new Map<string, Node[]>();
  const imports: Source['imports'] = new Map();
  for (const statement of statements) {
    for (const [name, node] of declaredIn(statement))
      declarations.set(name, [...(declarations.get(name) ?? []), node]);
    if (statement.type !== 'ImportDeclaration') continue;
    const from = nameOf(statement.source) ?? '';
    for (const specifier of nodesOf(statement.specifiers)) {
      const local = nameOf(specifier.local);
      const name = specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(specifier.imported);
      if (local !== null && name !== null) imports.set(local, { from, name });
    }
  }
  return { file, declarations, imports, statements };
}

/** The modules of a tree: what they declare, and what they give away. */
export interface Modules {
  tree: DeclarationTree;
  /** What a name means in a file; null when it is of another package, or of the language. */
  resolve(file: string, name: string): Declared | null;
  /** What an import of a specifier's name means; null as above. */
  resolveImport(file: string, specifier: string, name: string): Declared | null;
  /** All that a file gives away by name. */
  given(file: string): Map<string, Given>;
}

export function readModules(tree: DeclarationTree): Modules {
  const sources = new Map<string, Source>();
  const sourceOf = (file: string): Source => {
    const known = sources.get(file);
    if (known) return known;
    const source = readSource(file, tree.files[file] ?? '');
    sources.set(file, source);
    return source;
  };
  const target = (file: string, specifier: string) =>
    tree.doors[specifier] ?? fileOf(tree.files, file, specifier);

  function resolve(file: string, name: string): Declared | null {
    const source = sourceOf(file);
    const nodes = source.declarations.get(name);
    if (nodes) return { file, name, nodes };
    const imported = source.imports.get(name);
    return imported ? resolveImport(file, imported.from, imported.name) : null;
  }

  function resolveImport(file: string, specifier: string, name: string): Declared | null {
    const from = target(file, specifier);
    return from === null ? null : (given(from).get(name)?.declared ?? null);
  }

  const givenOf = (declared: Declared | null, isType: boolean): Given => ({
    declared,
    isType: isType || (declared?.nodes.every((node) => TYPES.has(node.type)) ?? false),
  });

  function named(source: Source, statement: Node): [string, Given][] {
    const from = nameOf(statement.source);
    return nodesOf(statement.specifiers).flatMap((specifier): [string, Given][] => {
      const [local, exported] = [nameOf(specifier.local), nameOf(specifier.exported)];
      if (local === null || exported === null) return [];
      const isType = statement.exportKind === 'type' || specifier.exportKind === 'type';
      const inner = from === null ? null : target(source.file, from);
      if (inner === null)
        return [[exported, givenOf(from === null ? resolve(source.file, local) : null, isType)]];
      // What one of our own modules does not have is not given away, whatever a door says.
      const found = given(inner).get(local);
      return found ? [[exported, { ...found, isType: isType || found.isType }]] : [];
    });
  }

  const answers = new Map<string, Map<string, Given>>();
  function given(file: string): Map<string, Given> {
    const known = answers.get(file);
    if (known) return known;
    const answer = new Map<string, Given>();
    answers.set(file, answer);
    const source = sourceOf(file);
    for (const statement of source.statements) {
      if (statement.type === 'ExportAllDeclaration') {
        const from = target(file, nameOf(statement.source) ?? '');
        if (from !== null) for (const [name, one] of given(from)) answer.set(name, one);
      } else if (statement.type.startsWith('Export')) {
        for (const [name] of declaredIn(statement))
          answer.set(
            statement.type === 'ExportDefaultDeclaration' ? 'default' : name,
            givenOf(resolve(file, name), false),
          );
        for (const [name, one] of named(source, statement)) answer.set(name, one);
      }
    }
    return answer;
  }
  return { tree, resolve, resolveImport, given };
}
