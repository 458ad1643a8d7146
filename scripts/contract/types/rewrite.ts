import {
  arityOf,
  childrenOf,
  type Node,
  nameOf,
  nodeOf,
  nodesOf,
  statementsOf,
  typeParametersOf,
} from './syntax';

interface Edit {
  start: number;
  end: number;
  text: string;
}

const METHODS: ReadonlySet<string> = new Set(['TSMethodSignature', 'TSDeclareMethod']);
const isHidden = (node: Node) =>
  node.accessibility === 'private' || node.accessibility === 'protected' || /Private/.test(node.type);

const textOf = (text: string, node: Node | null) => (node ? text.slice(node.start, node.end) : '');

/** `get(key: string): string` → `get: (key: string) => string`: the arguments of methods are compared both ways. */
function asProperty(text: string, method: Node): string | null {
  const name = nodeOf(method.key);
  if (!name || method.kind !== 'method') return null;
  const parameters = nodesOf(method.params ?? method.parameters);
  const [first, last] = [parameters[0], parameters.at(-1)];
  const list = first && last ? text.slice(first.start, last.end) : '';
  const result = textOf(text, nodeOf(nodeOf(method.returnType ?? method.typeAnnotation)?.typeAnnotation));
  const head = `${method.static === true ? 'static ' : ''}${textOf(text, name)}${method.optional === true ? '?' : ''}`;
  return `${head}: ${textOf(text, nodeOf(method.typeParameters))}(${list}) => ${result || 'any'};`;
}

function editsOf(text: string, node: Node, edits: Edit[]): void {
  const members = nodesOf(node.type === 'TSTypeLiteral' ? node.members : nodeOf(node.body)?.body);
  const methods = members.filter((member) => METHODS.has(member.type)).map((member) => nameOf(member.key));
  for (const child of childrenOf(node)) {
    const inner: Edit[] = [];
    editsOf(text, child, inner);
    edits.push(...inner);
  }
  for (const member of members) {
    if (isHidden(member)) edits.push({ start: member.start, end: member.end, text: '' });
    else if (METHODS.has(member.type)) {
      const name = nameOf(member.key);
      const isOnce = methods.filter((one) => one === name).length === 1;
      const property = isOnce ? asProperty(text, member) : null;
      if (property) edits.push({ start: member.start, end: member.end, text: property });
    }
  }
}

function applied(text: string, edits: Edit[]): string {
  // What lies within a larger edit is part of it already.
  const outer = edits.filter(
    (one) => !edits.some((other) => other !== one && other.start <= one.start && other.end >= one.end),
  );
  return outer
    .sort((a, b) => b.start - a.start)
    .reduce((before, { start, end, text: by }) => before.slice(0, start) + by + before.slice(end), text);
}

/**
 * The same declarations, in words that the compiler compares strictly: methods as properties, and of classes what
 * programs may use (two classes with something private are never the same).
 */
export function strict(text: string): string {
  const edits: Edit[] = [];
  for (const statement of statementsOf(text)) editsOf(text, statement, edits);
  return applied(text, edits);
}

const ELEMENT = /^import\("react"\)\.JSX\.Element$/;

/** What a component renders is for React: one that may render nothing takes nothing away. */
export function anyElement(text: string): string {
  const edits: Edit[] = [];
  for (const statement of statementsOf(text)) {
    const node = nodeOf(statement.declaration);
    if (node?.type !== 'TSDeclareFunction' || !/^[A-Z]/.test(nameOf(node.id) ?? '')) continue;
    const result = nodeOf(nodeOf(node.returnType)?.typeAnnotation);
    if (result && ELEMENT.test(textOf(text, result)))
      edits.push({ start: result.start, end: result.end, text: 'import("react").ReactNode' });
  }
  return applied(text, edits);
}

/**
 * The same declarations, but a type is today's beside what it was. A class, or an alias; it has no type parameters.
 * @param today where it is declared today, and as what
 */
export function alsoToday(text: string, name: string, today: { name: string; address: string }): string {
  const own = `import("${today.address}").${today.name}`;
  for (const statement of statementsOf(text)) {
    const node = nodeOf(statement.declaration) ?? statement;
    if (nameOf(node.id) !== name) continue;
    if (node.type === 'ClassDeclaration')
      return (
        `${text}import type { ${today.name} as now$${name} } from "${today.address}";\n` +
        `export interface ${name} extends now$${name} {}\n`
      );
    const type = nodeOf(node.typeAnnotation);
    if (node.type === 'TSTypeAliasDeclaration' && type)
      return applied(text, [{ start: type.start, end: type.end, text: `(${textOf(text, type)}) & ${own}` }]);
  }
  throw new Error(`${name} is neither a class nor an alias`);
}

export const OUT = 'out$';
export const IN = 'in$';

/**
 * Two values more for a declared type: one that gives it, and one that takes it. Whether such values can stand for each
 * other says whether the types can, one way and the other, type parameters with their limits included.
 *
 * @param used how many type arguments programs write
 */
export function probesOf(text: string, node: Node, name: string, used: number): string {
  const parameters = typeParametersOf(node).slice(0, used);
  const names = parameters.map((parameter) => String(parameter.name));
  const written = parameters.map((parameter, index) => {
    const limit = nodeOf(parameter.constraint);
    return limit ? `${names[index]} extends ${textOf(text, limit)}` : `${names[index]}`;
  });
  const generics = used > 0 ? `<${written.join(', ')}>` : '';
  const type = used > 0 ? `${name}<${names.join(', ')}>` : name;
  const given = names.map((one, index) => `of${index}: ${one}`);
  return (
    `export declare const ${OUT}${name}: ${generics}(${given.join(', ')}) => ${type};\n` +
    `export declare const ${IN}${name}: ${generics}(${[...given, `value: ${type}`].join(', ')}) => void;\n`
  );
}

/** Whether whatever programs write as type arguments may still be written. */
export function fitsArity(before: Node, after: Node): boolean {
  const [then, now] = [arityOf(before), arityOf(after)];
  return now.least <= then.least && now.most >= then.most;
}
