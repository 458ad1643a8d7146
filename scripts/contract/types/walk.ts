import type { Declared, Modules } from './readModules';
import { childrenOf, type Node, nameOf, nodeOf, nodesOf } from './syntax';

/** One step from a type to a part of it. */
export type Step =
  | { kind: 'property'; name: string }
  | { kind: 'argument'; index: number }
  | { kind: 'made from'; index: number }
  | { kind: 'result' | 'item' | 'awaited' | 'instance' };

/** Whether programs give it (`in`) or get it (`out`). */
export type Way = 'in' | 'out';

/** A part of a type, written down where it was declared. */
export interface Part {
  path: readonly Step[];
  /** Of a property: it may be set. */
  writable: boolean;
}

export interface Walk {
  onPart(part: Part): void;
  /** A declared type was met, going these ways. */
  onType(declared: Declared, ways: readonly Way[]): void;
}

interface At {
  file: string;
  ways: readonly Way[];
  /** Null where parts are not looked at any more: what stands there may be anything. */
  path: readonly Step[] | null;
  /** Declarations that this is a part of. */
  inside: readonly Node[];
  /** Properties that a surrounding `Omit` or `Pick` leaves. */
  wanted?: (name: string) => boolean;
}

/** Deep enough for the options of an option; recursion ends by itself. */
const DEEPEST = 6;
const BOTH: readonly Way[] = ['in', 'out'];
const TRANSPARENT: ReadonlySet<string> = new Set(['Partial', 'Required', 'Readonly', 'NonNullable']);
const LISTS: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray', 'Set', 'ReadonlySet']);

const turned = (ways: readonly Way[]): readonly Way[] =>
  ways.map((way): Way => (way === 'in' ? 'out' : 'in'));

const keyOf = (member: Node) => (member.computed === true ? null : nameOf(member.key));

/** String literals of a union, as `Omit` and `Pick` name them; null when there is anything else. */
function literalsOf(node: Node | null | undefined): string[] | null {
  if (!node) return null;
  const parts = node.type === 'TSUnionType' ? nodesOf(node.types) : [node];
  const names = parts.map((part) => nameOf(part.literal));
  return names.every((name) => name !== null) ? names : null;
}

/** Goes through types as they are written, over everything that is declared in the tree. */
export class TypeWalker {
  readonly #modules: Modules;
  readonly #walk: Walk;
  /** Where no parts are looked at, once each way is enough. */
  readonly #seen = new Set<string>();

  constructor(modules: Modules, walk: Walk) {
    this.#modules = modules;
    this.#walk = walk;
  }

  /** A value that a door gives away. */
  value({ file, nodes }: Declared, at: Omit<At, 'file'> = { ways: ['out'], path: [], inside: [] }): void {
    // Of overloads the compiler gives the last one to whoever asks.
    const node = nodes.at(-1);
    if (!node || at.inside.includes(node)) return;
    const here = { ...at, file, inside: [...at.inside, node] };
    if (node.type === 'TSDeclareFunction') this.#signature(node, here);
    else if (node.type === 'ClassDeclaration') this.#class(node, here);
    else this.#type(nodeOf(nodeOf(node.id)?.typeAnnotation), here);
  }

  /** A type that a door gives away, as it is declared. */
  declared(declared: Declared, at: Omit<At, 'file'>): void {
    for (const node of declared.nodes) {
      if (at.inside.includes(node) || at.inside.length > DEEPEST * 2) continue;
      const here = { ...at, file: declared.file, inside: [...at.inside, node] };
      if (node.type === 'TSTypeAliasDeclaration') this.#type(nodeOf(node.typeAnnotation), here);
      else if (node.type === 'ClassDeclaration') this.#members(nodesOf(nodeOf(node.body)?.body), here);
      else if (node.type === 'TSInterfaceDeclaration') {
        for (const base of nodesOf(node.extends)) this.#reference(nameOf(base.expression), base, here);
        this.#members(nodesOf(nodeOf(node.body)?.body), here);
      }
    }
  }

  #class(node: Node, at: At): void {
    const members = nodesOf(nodeOf(node.body)?.body);
    const make = members.findLast((member) => member.kind === 'constructor');
    if (make) this.#parameters(make, at, 'made from');
    this.#members(
      members.filter((member) => member.static !== true),
      this.#deeper(at, { kind: 'instance' }),
    );
  }

  #deeper(at: At, step: Step, ways = at.ways): At {
    const path = at.path === null || at.path.length >= DEEPEST ? null : [...at.path, step];
    return { file: at.file, inside: at.inside, ways, path };
  }

  #tell(at: At, writable: boolean): void {
    if (at.path !== null) this.#walk.onPart({ path: at.path, writable });
  }

  #parameters(node: Node, at: At, kind: 'argument' | 'made from' = 'argument'): void {
    const parameters = nodesOf(node.params ?? node.parameters);
    parameters.forEach((parameter, index) => {
      const below = this.#deeper(at, { kind, index }, turned(at.ways));
      const isRest = parameter.type === 'RestElement';
      this.#tell(below, false);
      this.#type(nodeOf(parameter.typeAnnotation), isRest ? { ...below, path: null } : below);
    });
  }

  #signature(node: Node, at: At): void {
    this.#parameters(node, at);
    this.#type(nodeOf(node.returnType ?? node.typeAnnotation), this.#deeper(at, { kind: 'result' }));
  }

  #members(members: Node[], at: At): void {
    for (const member of members) {
      if (member.accessibility === 'private' || member.accessibility === 'protected') continue;
      if (member.type === 'TSCallSignatureDeclaration') this.#signature(member, at);
      const name = keyOf(member);
      if (member.kind === 'constructor' || name === null || at.wanted?.(name) === false) continue;
      const below = this.#deeper(at, { kind: 'property', name });
      const isMethod = member.type === 'TSMethodSignature' || member.type === 'TSDeclareMethod';
      this.#tell(below, member.readonly !== true && !isMethod);
      if (isMethod) this.#signature(member, below);
      else this.#type(nodeOf(member.typeAnnotation), below);
    }
  }

  #type(node: Node | null, at: At): void {
    if (!node) return;
    switch (node.type) {
      case 'TSTypeAnnotation':
      case 'TSParenthesizedType':
        this.#type(nodeOf(node.typeAnnotation), at);
        break;
      case 'TSUnionType':
      case 'TSIntersectionType':
        for (const part of nodesOf(node.types)) this.#type(part, at);
        break;
      case 'TSTypeOperator':
        if (node.operator === 'readonly') this.#type(nodeOf(node.typeAnnotation), at);
        else this.#unknown(node, at);
        break;
      case 'TSArrayType':
        this.#type(nodeOf(node.elementType), this.#deeper(at, { kind: 'item' }));
        break;
      case 'TSFunctionType':
        this.#signature(node, at);
        break;
      case 'TSTypeLiteral':
        this.#members(nodesOf(node.members), at);
        break;
      case 'TSTypeReference':
        this.#reference(nameOf(node.typeName), node, at);
        break;
      case 'TSImportType':
        this.#imported(node, at);
        break;
      case 'TSTypeQuery':
        this.#query(node, at);
        break;
      default:
        this.#unknown(node, at);
    }
  }

  /** What is made of types in ways that nobody follows here: they may go both ways. */
  #unknown(node: Node, at: At): void {
    for (const child of childrenOf(node)) this.#type(child, { ...at, ways: BOTH, path: null });
  }

  #query(node: Node, at: At): void {
    const name = nameOf(node.exprName);
    const declared = name === null ? null : this.#modules.resolve(at.file, name);
    if (declared) this.value(declared, at);
  }

  #imported(node: Node, at: At): void {
    const [specifier, name] = [nameOf(node.argument), nameOf(node.qualifier)];
    const declared =
      specifier === null || name === null ? null : this.#modules.resolveImport(at.file, specifier, name);
    this.#use(declared, node, at);
  }

  #reference(name: string | null, node: Node, at: At): void {
    const [first, second] = nodesOf(nodeOf(node.typeParameters)?.params);
    const declared = name === null ? null : this.#modules.resolve(at.file, name);
    if (declared || name === null || !first) this.#use(declared, node, at);
    else if (TRANSPARENT.has(name)) this.#type(first, at);
    else if (name === 'Promise') this.#type(first, this.#deeper(at, { kind: 'awaited' }));
    else if (LISTS.has(name)) this.#type(first, this.#deeper(at, { kind: 'item' }));
    else {
      const names = name === 'Omit' || name === 'Pick' ? literalsOf(second) : null;
      const leaves = (one: string) =>
        names?.includes(one) === (name === 'Pick') && at.wanted?.(one) !== false;
      if (names) this.#type(first, { ...at, wanted: leaves });
      else this.#use(null, node, at);
    }
  }

  #use(declared: Declared | null, node: Node, at: At): void {
    for (const arg of nodesOf(nodeOf(node.typeParameters)?.params)) this.#unknown(arg, at);
    if (!declared) return;
    this.#walk.onType(declared, at.ways);
    const key = `${declared.file} ${declared.name} ${at.ways.join()}`;
    if (at.path === null && this.#seen.has(key)) return;
    if (at.path === null) this.#seen.add(key);
    this.declared(declared, at);
  }
}
