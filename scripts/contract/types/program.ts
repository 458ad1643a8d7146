import type { Given, Modules } from './readModules';
import { alsoToday, anyElement, fitsArity, IN, OUT, probesOf, strict } from './rewrite';
import { arityOf } from './syntax';
import { type Part, type Step, TypeWalker, type Way } from './walk';

/** What a line of the program says when the compiler refuses it. */
export interface Claim {
  where: string;
  /** The whole sentence; null when the compiler's own words say more. */
  what: string | null;
}

/** A program that compiles as long as nothing is narrower. */
export interface Program {
  /** File → text, in the folders `then`, `now` and `check`. */
  files: Record<string, string>;
  /** File → line, from 1 → what it claims. */
  claims: Map<string, Map<number, Claim>>;
  /** Found without the compiler. */
  known: Claim[];
}

interface Compared {
  recorded: Modules;
  now: Modules;
}

interface Surroundings {
  /** Where the program finds `@ezdash/contracts`, the same on both sides. */
  contracts: string;
  /** Door → types that programs only get and give back. */
  handles: Readonly<Record<string, readonly string[]>>;
}

const PRELUDE = `type Is<T> = [T] extends [never] ? true : unknown extends T ? true : false;
type Has<T, K> = Is<T> extends true ? true : true extends (T extends unknown ? (K extends keyof T ? true : false) : never) ? true : false;
type Property<T, K> = Is<T> extends true ? any : T extends unknown ? (K extends keyof T ? NonNullable<T[K]> : never) : never;
type Tuple<T, I> = T extends readonly unknown[] ? (number extends T['length'] ? (I extends keyof T ? T[I] : T[number]) : I extends keyof T ? NonNullable<T[I]> : never) : never;
type HasItem<T, I> = T extends readonly unknown[] ? (number extends T['length'] ? true : I extends keyof T ? true : false) : false;
type Given<F> = F extends (...given: infer A) => unknown ? A : never;
type Built<F> = F extends abstract new (...given: infer A) => unknown ? A : never;
type Takes<F, I> = Is<F> extends true ? true : HasItem<Given<F>, I>;
type Argument<F, I> = Is<F> extends true ? any : Tuple<Given<F>, I>;
type IsMadeFrom<F, I> = Is<F> extends true ? true : HasItem<Built<F>, I>;
type MadeFrom<F, I> = Is<F> extends true ? any : Tuple<Built<F>, I>;
type Result<F> = Is<F> extends true ? any : F extends (...given: never[]) => infer R ? NonNullable<R> : never;
type Instance<F> = Is<F> extends true ? any : F extends abstract new (...given: never[]) => infer I ? I : never;
type Item<T> = Is<T> extends true ? any : T extends readonly (infer E)[] | ReadonlySet<infer E> ? NonNullable<E> : never;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Loose<T> = { -readonly [P in keyof T]: T[P] };
type Sets<T, K> = Is<T> extends true ? true : true extends (T extends unknown ? (K extends keyof T ? Same<Pick<T, K>, Loose<Pick<T, K>>> : false) : never) ? true : false;
`;

function pathText(path: readonly Step[]): string {
  return path
    .map((step) => {
      switch (step.kind) {
        case 'property':
          return `.${step.name}`;
        case 'argument':
        case 'made from':
          return `(${step.index + 1})`;
        case 'result':
          return '()';
        case 'item':
          return '[]';
        default:
          return '';
      }
    })
    .join('');
}

function stepped(type: string, step: Step): string {
  switch (step.kind) {
    case 'property':
      return `Property<${type}, ${JSON.stringify(step.name)}>`;
    case 'argument':
      return `Argument<${type}, "${step.index}">`;
    case 'made from':
      return `MadeFrom<${type}, "${step.index}">`;
    case 'result':
      return `Result<${type}>`;
    case 'item':
      return `Item<${type}>`;
    case 'instance':
      return `Instance<${type}>`;
    default:
      return `Awaited<${type}>`;
  }
}

/** Lines of one door's file of the program. */
class Lines {
  readonly claims = new Map<number, Claim>();
  readonly #lines: string[] = [];
  readonly #aliases = new Map<string, string>();

  add(line: string, claim?: Claim): void {
    this.#lines.push(line);
    if (claim) this.claims.set(this.#lines.length, claim);
  }

  /** A name for a part of a type, its own parts' names being used. */
  alias(root: string, path: readonly Step[]): string {
    const key = `${root} ${JSON.stringify(path)}`;
    const known = this.#aliases.get(key);
    if (known) return known;
    const last = path.at(-1);
    const text = last ? stepped(this.alias(root, path.slice(0, -1)), last) : root;
    const name = `T${this.#aliases.size}`;
    this.#aliases.set(key, name);
    this.add(`type ${name} = ${text};`);
    return name;
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`;
  }
}

/** Claims that whatever was declared of a value or type is still there. */
function claimPart(lines: Lines, root: string, where: { name: string; door: string }, part: Part): void {
  const step = part.path.at(-1);
  if (!step) return;
  const owner = lines.alias(root, part.path.slice(0, -1));
  const place = `${where.name}${pathText(part.path)} of ${where.door}`;
  const claim = (type: string, what: string) => lines.add(`true satisfies ${type};`, { where: place, what });
  if (step.kind === 'argument') claim(`Takes<${owner}, "${step.index}">`, 'is not taken any more');
  if (step.kind === 'made from') claim(`IsMadeFrom<${owner}, "${step.index}">`, 'is not taken any more');
  if (step.kind !== 'property') return;
  const name = JSON.stringify(step.name);
  claim(`Has<${owner}, ${name}>`, 'is gone');
  const isGiven = part.path.some(({ kind }) => kind === 'argument' || kind === 'made from');
  if (part.writable && !isGiven)
    claim(`Has<${owner}, ${name}> extends true ? Sets<${owner}, ${name}> : true`, 'may not be set any more');
}

/** Which ways every declared type goes through the values that doors give away: `file name` → ways. */
function waysOfTypes(recorded: Modules): Map<string, Set<Way>> {
  const ways = new Map<string, Set<Way>>();
  const walker = new TypeWalker(recorded, {
    onPart: () => {},
    onType: ({ file, name }, met) => {
      const key = `${file} ${name}`;
      ways.set(key, new Set([...(ways.get(key) ?? []), ...met]));
    },
  });
  for (const door of Object.values(recorded.tree.doors))
    for (const { declared, isType } of recorded.given(door).values())
      if (declared && !isType) walker.value(declared, { ways: ['out'], path: null, inside: [] });
  return ways;
}

const BOTH: readonly Way[] = ['in', 'out'];

/** Both trees under `then` and `now`, in words that the compiler compares strictly. */
function writeTrees({ recorded, now }: Compared, contracts: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [folder, { tree }] of [
    ['then', recorded],
    ['now', now],
  ] as const)
    for (const [file, text] of Object.entries(tree.files)) {
      const one = strict(folder === 'then' ? anyElement(text) : text);
      files[`${folder}/${file}`] = addressed(one, folder, file, tree.doors, contracts);
    }
  return files;
}

/** Writes the program that holds what there is now against what was recorded then. */
export function writeProgram(compared: Compared, { contracts, handles }: Surroundings): Program {
  const { recorded, now } = compared;
  const program: Program = { files: writeTrees(compared, contracts), claims: new Map(), known: [] };
  const ways = waysOfTypes(recorded);
  Object.entries(recorded.tree.doors).forEach(([door, file], index) => {
    const nowFile = now.tree.doors[door];
    if (nowFile === undefined) {
      program.known.push({ where: door, what: 'is gone' });
      return;
    }
    const lines = new Lines();
    lines.add(`import type * as Then from "../then/${address(file)}";`);
    lines.add(`import type * as Now from "../now/${address(nowFile)}";`);
    for (const line of PRELUDE.trimEnd().split('\n')) lines.add(line);
    const after = now.given(nowFile);
    for (const [name, given] of recorded.given(file)) {
      const found = after.get(name);
      const where = `${name} of ${door}`;
      if (!found) program.known.push({ where, what: 'is gone' });
      else if (found.isType && !given.isType) program.known.push({ where, what: 'is a type alone now' });
      else {
        const pair = { name, door, given, found };
        holdTogether(program, pair, handles[door] ?? []);
        if (given.isType) claimType(program, lines, pair, compared, ways);
        else claimValue(program, lines, pair, compared);
      }
    }
    const checkFile = `check/door${index}.ts`;
    program.files[checkFile] = lines.text;
    program.claims.set(checkFile, lines.claims);
  });
  return program;
}

interface Pair {
  name: string;
  door: string;
  given: Given;
  found: Given;
}

/**
 * What programs only get and give back, never make, is today's, whatever it was called then: one member more of it is no
 * more to give. Instances of classes are such handles, and what is listed.
 */
function holdTogether(program: Program, { name, given, found }: Pair, handles: readonly string[]): void {
  const [before, after] = [given.declared, found.declared];
  const [node, nowNode] = [before?.nodes[0], after?.nodes[0]];
  if (!before || !after || !node || !nowNode) return;
  const isClass = node.type === 'ClassDeclaration' && nowNode.type === 'ClassDeclaration';
  if (!isClass && !handles.includes(name)) return;
  if (arityOf(node).most > 0 || arityOf(nowNode).most > 0) return;
  const file = `then/${before.file}`;
  const text = program.files[file] ?? '';
  const up = '../'.repeat(file.split('/').length - 1);
  program.files[file] = alsoToday(text, before.name, {
    name: after.name,
    address: `${up}now/${address(after.file)}`,
  });
}

const arityClaim = ({ name, door }: Pair): Claim => ({
  where: `${name} of ${door}`,
  what: 'takes other type arguments than it did',
});

function claimValue(program: Program, lines: Lines, pair: Pair, { recorded }: Compared): void {
  const { name, door, given, found } = pair;
  const claim = { where: `${name} of ${door}`, what: null };
  lines.add(`null! as typeof Now.${name} satisfies typeof Then.${name};`, claim);
  if (!given.declared) return;
  const [before, after] = [given.declared.nodes.at(-1), found.declared?.nodes.at(-1)];
  if (before && after && arityOf(before).most > 0 && !fitsArity(before, after))
    program.known.push(arityClaim(pair));
  const onPart = (part: Part) => claimPart(lines, `typeof Now.${name}`, { name, door }, part);
  new TypeWalker(recorded, { onPart, onType: () => {} }).value(given.declared);
}

function claimType(
  program: Program,
  lines: Lines,
  pair: Pair,
  { recorded, now }: Compared,
  ways: Map<string, Set<Way>>,
): void {
  const { name, door, given, found } = pair;
  const [before, after] = [given.declared, found.declared];
  const [node, nowNode] = [before?.nodes[0], after?.nodes[0]];
  if (!before || !after || !node || !nowNode) {
    // Of two packages' types only those that both keep their place are known to be the same.
    if (before || after)
      program.known.push({ where: `${name} of ${door}`, what: 'is of another package now' });
    return;
  }
  if (!fitsArity(node, nowNode)) {
    program.known.push(arityClaim(pair));
    return;
  }
  const used = arityOf(node).most;
  const add = (folder: 'then' | 'now', modules: Modules, one: typeof before, of: typeof node) => {
    const file = `${folder}/${one.file}`;
    const probe = probesOf(modules.tree.files[one.file] ?? '', of, one.name, used);
    if (!program.files[file]?.includes(probe)) program.files[file] += probe;
    return `import("../${folder}/${address(one.file)}")`;
  };
  const old = add('then', recorded, before, node);
  const fresh = add('now', now, after, nowNode);
  const claim = { where: `${name} of ${door}`, what: null };
  for (const way of ways.get(`${before.file} ${before.name}`) ?? BOTH) {
    const prefix = way === 'out' ? OUT : IN;
    lines.add(
      `null! as typeof ${fresh}.${prefix}${after.name} satisfies typeof ${old}.${prefix}${before.name};`,
      claim,
    );
  }
  const args = used > 0 ? `<${Array.from({ length: used }, () => 'any').join(', ')}>` : '';
  const onPart = (part: Part) => claimPart(lines, `Now.${name}${args}`, { name, door }, part);
  new TypeWalker(recorded, { onPart, onType: () => {} }).declared(before, {
    ways: ['out'],
    path: [],
    inside: [],
  });
}

/** A declaration file as imports call it. */
const address = (file: string) => file.replace(/\.d\.ts$/, '');

/** Where imports of the packages' names lead inside of a tree; the contracts are the same for both. */
function addressed(
  text: string,
  folder: string,
  file: string,
  doors: Record<string, string>,
  contracts: string,
): string {
  const up = '../'.repeat(`${folder}/${file}`.split('/').length - 1);
  return text.replace(/(["'])(@ezdash\/[\w/-]+)\1/g, (whole, _quote, specifier: string) => {
    if (specifier === '@ezdash/contracts') return JSON.stringify(`${up}${contracts}`);
    if (specifier === '@ezdash/contracts/constants')
      return JSON.stringify(`${up}contracts/packages/contracts/src/constants`);
    const door = doors[specifier];
    return door === undefined ? whole : JSON.stringify(`${up}${folder}/${address(door)}`);
  });
}
