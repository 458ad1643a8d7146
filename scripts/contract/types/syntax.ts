import { parse } from '@babel/parser';

/** A node of the parser, looked at with guards: what is not asked for needs no name. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
export const nodeOf = (value: unknown): Node | null => (isNode(value) ? value : null);
export const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Name of an identifier, or text of a string; null for anything else. */
export function nameOf(value: unknown): string | null {
  if (!isNode(value)) return null;
  if (value.type === 'Identifier' && typeof value.name === 'string') return value.name;
  if (value.type === 'StringLiteral' && typeof value.value === 'string') return value.value;
  return null;
}

/** Everything that a node is made of. */
export const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (isNode(value) ? [value] : nodesOf(value)));

/** Statements of a declaration file. */
export function statementsOf(text: string): Node[] {
  const { program } = parse(text, { sourceType: 'module', plugins: [['typescript', { dts: true }]] });
  return nodesOf(program.body);
}

/** Type parameters of a declaration, a signature or a function type. */
export const typeParametersOf = (node: Node): Node[] => nodesOf(nodeOf(node.typeParameters)?.params);

/** How many type arguments may be written. */
export function arityOf(node: Node): { least: number; most: number } {
  const parameters = typeParametersOf(node);
  return {
    least: parameters.filter((parameter) => !isNode(parameter.default)).length,
    most: parameters.length,
  };
}
