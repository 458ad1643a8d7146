import { parse } from '@babel/parser';

/** A place in a file where one fault can be put. */
export interface Site {
  file: string;
  /** From 1. */
  line: number;
  /** Of the text that the fault takes the place of. */
  from: number;
  to: number;
  before: string;
  after: string;
}

/** As far as it is looked at. */
interface Node {
  type: string;
  start: number;
  end: number;
  loc: { start: { line: number } };
  operator?: string;
  left?: Node;
  test?: Node;
  argument?: Node | null;
}

const OTHER_OPERATOR: Readonly<Record<string, string>> = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '&&': '||', '||': '&&', '??': '&&' },
};

/** A part of the text, and what stands in its place; null where this sample has no fault for a node. */
function faultOf(node: Node, text: string): Pick<Site, 'from' | 'to' | 'after'> | null {
  const { type, left, test, argument, operator = '' } = node;
  if ((type === 'BinaryExpression' || type === 'LogicalExpression') && left) {
    const after = OTHER_OPERATOR[operator];
    if (after === undefined) return null;
    const from = text.indexOf(operator, left.end);
    return { from, to: from + operator.length, after };
  }
  if ((type === 'IfStatement' || type === 'ConditionalExpression') && test)
    return { from: test.start, to: test.end, after: `!(${text.slice(test.start, test.end)})` };
  if (type === 'ReturnStatement' && argument && argument.type !== 'NullLiteral')
    return { from: argument.start, to: argument.end, after: 'null as never' };
  return null;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string' && 'start' in value;

/** Operators, conditions and returned values of a file, in the order they stand there. */
export function findSites(file: string, text: string): Site[] {
  const plugins = file.endsWith('x') ? (['typescript', 'jsx'] as const) : (['typescript'] as const);
  const { program } = parse(text, { sourceType: 'module', plugins: [...plugins] });
  const sites: Site[] = [];
  const visit = (value: unknown): void => {
    const fault = isNode(value) ? faultOf(value, text) : null;
    if (isNode(value) && fault)
      sites.push({ file, line: value.loc.start.line, before: text.slice(fault.from, fault.to), ...fault });
    if (isNode(value) || Array.isArray(value)) Object.values(value).forEach(visit);
  };
  visit(program);
  return sites;
}

export const withFault = (text: string, { from, to, after }: Site): string =>
  text.slice(0, from) + after + text.slice(to);
