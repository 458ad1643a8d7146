import { createHash } from 'node:crypto';
import path from 'node:path';
import { parse } from '@babel/parser';

/** One place in a source file where an element is written. */
export interface Site {
  /** Value of `data-c`. */
  id: string;
  /** From 1; of the opening bracket. */
  line: number;
  /** Component it is written in. */
  component: string;
  /** What is written there: `div`, `Button`, `Menu.Item`. */
  element: string;
}

/** A site, and where in the text its attribute goes: behind all others, so that none of them replaces it. */
export interface PlacedSite extends Site {
  offset: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  loc: { start: { line: number } };
  [key: string]: unknown;
}

const HASH_CHARACTERS = 5;

/**
 * Prefix of the ids of a file. The build is part of it: a file of the design system that a remote carries has ids of its
 * own there, so that each is looked up in the right release.
 */
export function fileHash(build: string, file: string): string {
  const hash = createHash('sha256').update(`${build}:${file}`).digest();
  return hash.readUIntBE(0, 6).toString(36).padStart(HASH_CHARACTERS, '0').slice(-HASH_CHARACTERS);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const nodeOf = (value: unknown): Node | null => (isNode(value) ? value : null);
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `div`, `Menu.Item`, `svg:path`. */
function nameOf(node: Node | null): string {
  if (!node) return '';
  if (node.type === 'JSXMemberExpression')
    return `${nameOf(nodeOf(node.object))}.${nameOf(nodeOf(node.property))}`;
  if (node.type === 'JSXNamespacedName')
    return `${nameOf(nodeOf(node.namespace))}:${nameOf(nodeOf(node.name))}`;
  return textOf(node.name);
}

const isComponentName = (name: string) => /^[A-Z]/.test(name);

/** Packages whose components draw something and are no functions of ours. */
const DRAWING_PACKAGE = /^(@ezdash\/ui|@mantine\/|@tabler\/)/;
const ROUTER_LINKS = new Set(['Link', 'NavLink', 'Form']);
/** Without an element of their own; menus and their like hand theirs on to the button that opens them. */
const DRAWS_NOTHING = /(Provider|Context|Portal|Target|Transition)$|^(Menu|Popover|HoverCard|Combobox)$/;
/** Functions that make a component of a function: what they give is ours. */
const WRAPPERS = /^(memo|forwardRef|lazy)$/;

/** Names in a module that are components of ours: their own elements carry the ids. */
function ownComponents(program: Node): { own: Set<string>; imported: Map<string, string> } {
  const own = new Set<string>();
  const imported = new Map<string, string>();
  for (const statement of nodesOf(program.body)) {
    if (statement.type === 'ImportDeclaration') {
      const source = textOf(nodeOf(statement.source)?.value);
      for (const one of nodesOf(statement.specifiers)) imported.set(nameOf(nodeOf(one.local)), source);
      continue;
    }
    const declaration = nodeOf(statement.declaration) ?? statement;
    if (/^(Function|Class)Declaration$/.test(declaration.type)) own.add(nameOf(nodeOf(declaration.id)));
    for (const one of nodesOf(declaration.declarations)) {
      if (isOwnComponent(nodeOf(one.init))) own.add(nameOf(nodeOf(one.id)));
    }
  }
  return { own, imported };
}

function isOwnComponent(init: Node | null): boolean {
  if (!init) return false;
  if (/^(ArrowFunction|Function|Class)Expression$/.test(init.type)) return true;
  if (init.type !== 'CallExpression') return false;
  const callee = nodeOf(init.callee);
  return WRAPPERS.test(nameOf(nodeOf(callee?.property) ?? callee));
}

/**
 * Whether an element gets an id: one of the document, and a component that is not ours but draws one. What a variable
 * stands for is not known, so it gets one too; a component of ours never does, for what it draws has its own.
 */
function isMarked(element: string, { own, imported }: ReturnType<typeof ownComponents>): boolean {
  if (!isComponentName(element)) return !element.includes(':');
  const base = element.split('.')[0] ?? '';
  if (own.has(base) || DRAWS_NOTHING.test(element)) return false;
  const source = imported.get(base);
  if (source === undefined) return true;
  if (source.startsWith('.')) return /^Icon[A-Z]/.test(base);
  if (source === 'react-router-dom') return ROUTER_LINKS.has(base);
  return DRAWING_PACKAGE.test(source);
}

/** The name a node gives to a function directly below it: of a variable, a property, an assignment. */
function givenName(node: Node): string | null {
  if (node.type === 'VariableDeclarator') return nameOf(nodeOf(node.id));
  if (node.type === 'AssignmentExpression') {
    const left = nodeOf(node.left);
    return nameOf(nodeOf(left?.property) ?? left);
  }
  if (/^(Object|Class)(Property|Method)$/.test(node.type) || node.type === 'FunctionDeclaration') {
    return nameOf(nodeOf(node.key) ?? nodeOf(node.id));
  }
  return /^(Class|FunctionExpression)/.test(node.type) ? nameOf(nodeOf(node.id)) : null;
}

/** The innermost that is named as components are; without one, the innermost name at all. */
function componentOf(names: string[], file: string): string {
  const inwards = names.filter(Boolean).reverse();
  return inwards.find(isComponentName) ?? inwards[0] ?? path.basename(file).replace(/\.tsx$/, '');
}

/**
 * Every element in a file that gets an id, in the order they are written: the same text gives the same ids.
 *
 * @param file path from the repository's root, with slashes
 * @throws what the parser throws for a text that is no TypeScript
 */
export function findSites(source: string, file: string, build: string): PlacedSite[] {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript', 'jsx'] });
  const root = program as unknown as Node;
  const known = ownComponents(root);
  const hash = fileHash(build, file);
  const sites: PlacedSite[] = [];

  function addSite(node: Node, names: string[]) {
    const name = nodeOf(node.name);
    const element = nameOf(name);
    if (!name || !isMarked(element, known)) return;
    const last = nodesOf(node.attributes).at(-1) ?? nodeOf(node.typeArguments) ?? nodeOf(node.typeParameters);
    sites.push({
      id: hash + sites.length.toString(36),
      line: node.loc.start.line,
      component: componentOf(names, file),
      element,
      offset: (last ?? name).end,
    });
  }

  function visit(node: Node, names: string[]) {
    if (node.type === 'JSXOpeningElement') addSite(node, names);
    const name = givenName(node);
    const below = name ? [...names, name] : names;
    for (const key of Object.keys(node)) {
      if (key === 'loc' || key.endsWith('Comments')) continue;
      const value = node[key];
      if (Array.isArray(value)) for (const one of nodesOf(value)) visit(one, below);
      else if (isNode(value)) visit(value, below);
    }
  }
  visit(root, []);
  return sites;
}
