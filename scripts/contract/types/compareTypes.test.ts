import type { Finding } from '../surface.types';
import { compareTypes } from './compareTypes';
import type { DeclarationTree } from './tree';

jest.setTimeout(180_000);

/** A door of its own for each change, so that the compiler runs once for all of them. */
interface Change {
  name: string;
  before: string;
  after: string;
  /** What is found; none for what takes nothing away. */
  found: string[];
}

const narrower = (name: string, before: string, after: string, ...found: string[]): Change => ({
  name,
  before,
  after,
  found,
});
const wider = (name: string, before: string, after: string): Change => ({ name, before, after, found: [] });

const component = (props: string, result = 'import("react").JSX.Element') =>
  `interface ChipProps { ${props} }\nexport declare function Chip({ label }: ChipProps): ${result};\n`;

const NARROWER: Change[] = [
  narrower(
    'a removed export',
    'export declare const a: string;\nexport declare const b: string;\n',
    'export declare const a: string;\n',
    'b is gone',
  ),
  narrower(
    'a removed type',
    'export interface A { a: string }\n',
    'export interface B { a: string }\n',
    'A is gone',
  ),
  narrower(
    'a type that is of another package',
    'export interface A { key: string }\n',
    "export type { Attributes as A } from 'react';\n",
    'A is of another package now',
  ),
  narrower(
    'a value that is a type alone',
    'export declare class A { a: string }\n',
    'export interface A { a: string }\n',
    'A is a type alone now',
  ),
  narrower(
    'a required prop that is added',
    component('label: string;'),
    component('label: string; tone: string;'),
    "Chip asks for more than it did: Property 'tone' is missing in type 'ChipProps' but required in type 'ChipProps'",
  ),
  narrower(
    "a prop's type that is narrowed",
    component("label: string; tone?: 'ok' | 'bad';"),
    component("label: string; tone?: 'ok';"),
    `Chip asks for more than it did: Type '"bad"' is not assignable to type '"ok"'`,
  ),
  narrower(
    'an optional prop that is removed',
    component('label: string; tone?: { dark?: boolean };'),
    component('label: string;'),
    'Chip(1).tone is gone',
  ),
  narrower(
    'an option of an option that is removed',
    component('label: string; tone?: { dark?: boolean; deep?: boolean };'),
    component('label: string; tone?: { dark?: boolean };'),
    'Chip(1).tone.deep is gone',
  ),
  narrower(
    'a prop of a generic component that is removed',
    'export interface TableProps<Row> { rows: readonly Row[]; bulk?: (rows: readonly Row[]) => void }\n' +
      'export declare function Table<Row>(props: TableProps<Row>): import("react").JSX.Element;\n',
    'export interface TableProps<Row> { rows: readonly Row[] }\n' +
      'export declare function Table<Row>(props: TableProps<Row>): import("react").JSX.Element;\n',
    'TableProps.bulk is gone',
    'Table(1).bulk is gone',
  ),
  narrower(
    'a component that is none',
    component('label: string;'),
    'export declare const Chip: string;\n',
    "Chip gives less than it did: Type 'string' does not satisfy the expected type '({ label }: ChipProps) => ReactNode'",
    'Chip(1) is not taken any more',
  ),
  narrower(
    'an argument that is narrowed',
    'export declare function write(value: string | number): void;\n',
    'export declare function write(value: string): void;\n',
    "write asks for more than it did: Type 'number' is not assignable to type 'string'",
  ),
  narrower(
    'an optional argument that is removed',
    'export declare function write(value: string, at?: number): void;\n',
    'export declare function write(value: string): void;\n',
    'write(2) is not taken any more',
  ),
  narrower(
    'an optional argument that is required',
    'export declare function write(value: string, at?: number): void;\n',
    'export declare function write(value: string, at: number): void;\n',
    "write asks for more than it did: Type 'undefined' is not assignable to type 'number'",
  ),
  narrower(
    'an optional option that is required',
    'export declare function write(options: { at?: number }): void;\n',
    'export declare function write(options: { at: number }): void;\n',
    "write asks for more than it did: Type 'undefined' is not assignable to type 'number'",
  ),
  narrower(
    'an argument more',
    'export declare const write: (value: string) => void;\n',
    'export declare const write: (value: string, at: number) => void;\n',
    'write gives less than it did: Target signature provides too few arguments. Expected 2 or more, but got 1',
  ),
  narrower(
    'a result that may be undefined',
    'export declare function read(): string;\n',
    'export declare function read(): string | undefined;\n',
    "read gives less than it did: Type 'undefined' is not assignable to type 'string'",
  ),
  narrower(
    'an optional property of a result that is removed',
    'export declare function read(): Promise<{ name: string; note?: string }[]>;\n',
    'export declare function read(): Promise<{ name: string }[]>;\n',
    'read()[].note is gone',
  ),
  narrower(
    'a callback that is told less',
    'export declare function watch(then: (value: string) => void): void;\n',
    'export declare function watch(then: (value: string | null) => void): void;\n',
    "watch gives less than it did: Type 'null' is not assignable to type 'string'",
  ),
  narrower(
    'a member that is removed from an input',
    "export type Tone = 'ok' | 'bad';\nexport declare function paint(tone: Tone): void;\n",
    "export type Tone = 'ok';\nexport declare function paint(tone: Tone): void;\n",
    `Tone asks for more than it did: Type '"bad"' is not assignable to type '"ok"'`,
    `paint asks for more than it did: Type '"bad"' is not assignable to type '"ok"'`,
  ),
  narrower(
    'a member that is added to an output',
    "export type Tone = 'ok' | 'bad';\nexport declare function toneOf(): Tone;\n",
    "export type Tone = 'ok' | 'bad' | 'odd';\nexport declare function toneOf(): Tone;\n",
    `Tone gives less than it did: Type '"odd"' is not assignable to type 'Tone'`,
    `toneOf gives less than it did: Type '"odd"' is not assignable to type 'Tone'`,
  ),
  narrower(
    'a member of an enum that is removed',
    'export declare enum Level { low = 0, high = 1 }\n',
    'export declare enum Level { low = 0 }\n',
    "Level gives less than it did: Property 'high' is missing in type 'Level' but required in type 'Level'",
  ),
  narrower(
    'a type that goes both ways, wider or narrower',
    "export type Tone = 'ok' | 'bad';\nexport declare function other(tone: Tone): Tone;\n",
    "export type Tone = 'ok' | 'bad' | 'odd';\nexport declare function other(tone: Tone): 'ok';\n",
    `Tone gives less than it did: Type '"odd"' is not assignable to type 'Tone'`,
  ),
  narrower(
    'a type that goes no way that is seen, which may go both',
    'export interface Words { a: string }\n',
    'export interface Words { a: string; b: string }\n',
    "Words asks for more than it did: Property 'b' is missing in type 'Words' but required in type 'Words'",
  ),
  narrower(
    'a limit of a type parameter that is tighter',
    'export declare function first<Row>(rows: readonly Row[]): Row;\n',
    'export declare function first<Row extends { id: string }>(rows: readonly Row[]): Row;\n',
    "first asks for more than it did: Type 'Row' is not assignable to type '{ id: string; }'",
  ),
  narrower(
    'a limit of a parameter of a type that is tighter',
    'export interface Column<Row> { text: (row: Row) => string }\n',
    'export interface Column<Row extends object> { text: (row: Row) => string }\n',
    "Column asks for more than it did: Type 'Row' is not assignable to type 'object'",
  ),
  narrower(
    'a type argument more',
    'export interface Column<Row> { text: (row: Row) => string }\nexport declare function pick<A>(a: A): A;\n',
    'export interface Column<Row, Key> { text: (row: Row) => Key }\nexport declare function pick<A, B>(a: A): A | B;\n',
    'Column takes other type arguments than it did',
    'pick takes other type arguments than it did',
  ),
  narrower(
    'a property that may not be set any more',
    'export interface Draft { text: string; files: string[] }\n',
    'export interface Draft { readonly text: string; files: readonly string[] }\n',
    "Draft gives less than it did: The type 'readonly string[]' is 'readonly' and cannot be assigned to the mutable type 'string[]'",
    'Draft.text may not be set any more',
  ),
  narrower(
    'a class that is a function',
    'export declare class Channels { listen: () => void }\n',
    'export declare function Channels(): { listen: () => void };\n',
    "Channels gives less than it did: Type '() => { listen: () => void; }' provides no match for the signature 'new (): Channels'",
  ),
  narrower(
    'a class that is made from more',
    'export declare class Channels { constructor(name: string); name: string }\n',
    'export declare class Channels { constructor(name: string, at: number); name: string }\n',
    'Channels gives less than it did: Target signature provides too few arguments. Expected 2 or more, but got 1',
  ),
  narrower(
    'a method of a class that takes less',
    'export declare class Channels { listen(name: string | number): void }\n',
    'export declare class Channels { listen(name: string): void }\n',
    "Channels asks for more than it did: Type 'number' is not assignable to type 'string'",
  ),
  narrower(
    'a method of an object that takes less',
    'export declare const storage: { get(key: string): string | null; set(key: string, value: string): void };\n',
    "export declare const storage: { get(key: 'a'): string | null; set(key: string): void };\n",
    `storage asks for more than it did: Type 'string' is not assignable to type '"a"'`,
    'storage.set(2) is not taken any more',
  ),
];

const WIDER: Change[] = [
  wider('the same', component('label: string;'), component('label: string;')),
  wider(
    'an export more',
    'export declare const a: string;\n',
    'export declare const a: string;\nexport declare const b: string;\n',
  ),
  wider('an optional prop more', component('label: string;'), component('label: string; tone?: string;')),
  wider(
    "a prop's wider type, of props that are exported too",
    `export ${component("label: string; tone?: 'ok';")}`,
    `export ${component("label: string; tone?: 'ok' | 'bad';")}`,
  ),
  wider('a prop that may be left out', component('label: string;'), component('label?: string;')),
  wider(
    'a component that may render nothing',
    component('label: string;'),
    component('label: string;', 'import("react").JSX.Element | null'),
  ),
  wider(
    'an argument of a wider type, and an optional one more',
    'export declare function write(value: string): void;\n',
    'export declare function write(value: string | number, at?: number): void;\n',
  ),
  wider(
    'all further arguments',
    'export declare function write(value: string, at?: number): void;\n',
    'export declare function write(...values: (string | number | undefined)[]): void;\n',
  ),
  wider(
    'a list that is only read',
    'export declare function write(values: string[]): void;\n',
    'export declare function write(values: readonly string[]): void;\n',
  ),
  wider(
    'a result that is never undefined',
    'export declare function read(): string | undefined;\n',
    'export declare function read(): string;\n',
  ),
  wider(
    'a property more of a result, and one that is always there',
    'export interface Copy { done?: boolean }\nexport declare function useCopy(): Copy;\n',
    'export interface Copy { done: boolean; at: number }\nexport declare function useCopy(): Copy;\n',
  ),
  wider(
    'a callback that is told more',
    'export declare function watch(then: (value: string) => void): void;\n',
    "export declare function watch(then: (value: 'a', at: number) => void): void;\n",
  ),
  wider(
    'a member more of an input',
    "export type Tone = 'ok';\nexport declare function paint(tone: Tone): void;\n",
    "export type Tone = 'ok' | 'bad';\nexport declare function paint(tone: Tone): void;\n",
  ),
  wider(
    'a member less of an output',
    "export type Tone = 'ok' | 'bad';\nexport declare function toneOf(): Tone;\n",
    "export type Tone = 'ok';\nexport declare function toneOf(): Tone;\n",
  ),
  wider(
    'a wider limit of a type parameter',
    'export declare function first<Row extends { id: string }>(rows: readonly Row[]): Row;\n',
    'export declare function first<Row>(rows: readonly Row[]): Row;\n',
  ),
  wider(
    'a type parameter more that may be left out',
    'export interface Column<Row> { text: (row: Row) => string }\n',
    'export interface Column<Row, Key = string> { text: (row: Row) => Key }\n',
  ),
  wider(
    'a property that may be set now',
    'export interface Draft { readonly text: string }\n',
    'export interface Draft { text: string }\n',
  ),
  wider(
    'other private parts of a class, and a method more of what programs never make',
    'export declare class Channels { #a; private b; listen(): void }\nexport declare function start(all: Channels): void;\n',
    'export declare class Channels { private c; listen(): void; stop(): void }\nexport declare function start(all: Channels): void;\n',
  ),
  wider(
    'a handle that has grown',
    'export type Handle = { a: string };\nexport declare function make(): Handle;\nexport declare function use(it: Handle): void;\n',
    'export type Handle = { a: string; b: string };\nexport declare function make(): Handle;\nexport declare function use(it: Handle): void;\n',
  ),
  wider(
    'another name of what no door gives away',
    component('label: string;'),
    component('label: string;').replaceAll('ChipProps', 'Props'),
  ),
];

const CONTRACTS = { door: 'named/contracts.d.ts', files: { 'named/contracts.d.ts': 'export {};\n' } };

function treeOf(changes: readonly Change[], side: 'before' | 'after'): DeclarationTree {
  const entries = changes.map((change, index) => [`fixtures/f${index}.d.ts`, change[side]] as const);
  return {
    doors: Object.fromEntries(changes.map(({ name }, index) => [name, `fixtures/f${index}.d.ts`])),
    files: Object.fromEntries(entries),
  };
}

const changes = [...NARROWER, ...WIDER];
let findings: Finding[] = [];
beforeAll(async () => {
  const handles = Object.fromEntries(changes.map(({ name }) => [name, ['Handle']]));
  findings = await compareTypes(treeOf(changes, 'before'), treeOf(changes, 'after'), CONTRACTS, handles);
});

/** What was found at one door, without its name. */
const foundAt = (name: string) =>
  findings
    .filter(({ where }) => where.endsWith(` of ${name}`))
    .map(({ where, what }) => `${where.slice(0, -` of ${name}`.length)} ${what}`);

test.each(NARROWER)('$name is narrower', ({ name, found }) => {
  expect(foundAt(name)).toEqual(found);
});

test.each(WIDER)('$name takes nothing away', ({ name }) => {
  expect(foundAt(name)).toEqual([]);
});
