import { z } from 'zod';
import { compareSchemas } from './compareSchemas';
import { schemaOf, schemasOf } from './schemasOf';

/** What each side is told: narrower findings as they are, warnings with `~` in front. */
function compare(before: z.ZodType, after: z.ZodType, direction: 'request' | 'answer'): string[] {
  const side = direction === 'request' ? 'input' : 'output';
  const names = { before: {}, after: {} };
  return compareSchemas(schemaOf(before, side), schemaOf(after, side), { names, direction, where: 'x' }).map(
    ({ level, where, what }) => `${level === 'warning' ? '~' : ''}${where} ${what}`,
  );
}

const object = (shape: Record<string, z.ZodType>) => z.object({ id: z.string(), ...shape });
const NOTHING: string[] = [];

test.each<[string, z.ZodType, z.ZodType, request: string[], answer: string[]]>([
  ['the same', object({ a: z.int() }), object({ a: z.int() }), NOTHING, NOTHING],
  [
    'a property that may be left out is added',
    object({}),
    object({ a: z.string().optional() }),
    NOTHING,
    NOTHING,
  ],
  ['a property with a default is added', object({}), object({ a: z.string().default('') }), NOTHING, NOTHING],
  [
    'a property that is always there is added',
    object({}),
    object({ a: z.string() }),
    ['x.a is new and must be sent'],
    NOTHING,
  ],
  ['a property is removed', object({ a: z.string() }), object({}), ['x.a is gone'], ['x.a is gone']],
  [
    'a property that may be left out is removed',
    object({ a: z.string().optional() }),
    object({}),
    ['x.a is gone'],
    ['x.a is gone'],
  ],
  [
    'a property may be left out now',
    object({ a: z.string() }),
    object({ a: z.string().optional() }),
    NOTHING,
    ['x.a may be missing now, and never was'],
  ],
  [
    'a property may not be left out any more',
    object({ a: z.string().optional() }),
    object({ a: z.string() }),
    ['x.a must be sent now, and was optional'],
    NOTHING,
  ],
  [
    'another type',
    object({ a: z.string() }),
    object({ a: z.boolean() }),
    ['x.a does not take a string any more'],
    ['x.a may be a boolean now'],
  ],
  [
    'null is possible now',
    object({ a: z.string() }),
    object({ a: z.string().nullable() }),
    NOTHING,
    ['x.a may be null now, and never was'],
  ],
  [
    'null is possible no more',
    object({ a: z.string().nullable() }),
    object({ a: z.string() }),
    ['x.a does not take null any more'],
    NOTHING,
  ],
  ['fractions instead of whole numbers', z.int(), z.number(), NOTHING, ['x may be a number now']],
  ['whole numbers instead of fractions', z.number(), z.int(), ['x does not take a number any more'], NOTHING],
  [
    'one value more',
    z.enum(['a', 'b']),
    z.enum(['a', 'b', 'c']),
    NOTHING,
    ['~x may be "c" now: readers that list all values miss it'],
  ],
  ['one value less', z.enum(['a', 'b']), z.enum(['a']), ['x does not take "b" any more'], NOTHING],
  ['values become any text', z.enum(['a', 'b']), z.string(), NOTHING, ['x may be a string now']],
  ['any text becomes values', z.string(), z.enum(['a']), ['x does not take a string any more'], NOTHING],
  [
    'values in another way of writing',
    z.enum(['a', 'b']),
    z.union([z.literal('b'), z.literal('a')]),
    NOTHING,
    NOTHING,
  ],
  [
    'a shorter text',
    z.string().max(20),
    z.string().max(10),
    ['x has a tighter maxLength: 10, was 20'],
    NOTHING,
  ],
  ['a longer text', z.string().max(10), z.string().max(20), NOTHING, NOTHING],
  [
    'a limit where there was none',
    z.string(),
    z.string().min(1),
    ['x has a tighter minLength: 1, was none'],
    NOTHING,
  ],
  ['a limit less', z.string().min(1), z.string(), NOTHING, NOTHING],
  ['a higher least number', z.int().min(1), z.int().min(2), ['x has a tighter minimum: 2, was 1'], NOTHING],
  ['a lower least number', z.int().min(2), z.int().min(1), NOTHING, NOTHING],
  ['another form', z.string(), z.string().regex(/^a$/), ['x has another pattern: ^a$, was none'], NOTHING],
  ['a form less', z.string().regex(/^a$/), z.string(), NOTHING, NOTHING],
  [
    'fewer of a list',
    z.array(z.string()).max(5),
    z.array(z.string()).max(3),
    ['x has a tighter maxItems: 3, was 5'],
    NOTHING,
  ],
  [
    'something in a list',
    z.array(object({ a: z.string() })),
    z.array(object({ a: z.string().nullable() })),
    NOTHING,
    ['x[].a may be null now, and never was'],
  ],
  [
    'values of a record',
    z.record(z.string(), z.string()),
    z.record(z.string(), z.int()),
    ['x[*] does not take a string any more'],
    ['x[*] may be an integer now'],
  ],
  [
    'a record of some names alone',
    z.record(z.string(), z.string()),
    object({}),
    ['x.id is new and must be sent', 'x held any names, and no longer does'],
    ['x held any names, and no longer does'],
  ],
  [
    'a place of a fixed list',
    z.tuple([z.string(), z.int()]),
    z.tuple([z.string()]),
    ['x has a tighter maxItems: 1, was 2', 'x[1] is gone'],
    ['x[1] is gone'],
  ],
  [
    'one more kind of a tagged union',
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b'), b: z.string() }),
    ]),
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b'), b: z.string() }),
      z.object({ kind: z.literal('c') }),
    ]),
    NOTHING,
    ['~x may be another kind of object now (an object with kind "c")'],
  ],
  [
    'one kind less of a tagged union',
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]),
    ['x does not take an object with kind "b" any more'],
    NOTHING,
  ],
  [
    'something in one kind of a tagged union',
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), n: z.int() }),
      z.object({ kind: z.literal('b') }),
    ]),
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    ['x.n is gone'],
    ['x.n is gone'],
  ],
  [
    'unknown properties are refused now',
    object({}),
    z.strictObject({ id: z.string() }),
    ['x refuses what it does not know now'],
    NOTHING,
  ],
  ['anything, where a type was', z.string(), z.unknown(), NOTHING, ['x may be anything now']],
  ['a type, where anything was', z.unknown(), z.string(), ['x does not take anything any more'], NOTHING],
  [
    'both parts of an intersection count',
    z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
    z.intersection(z.object({ a: z.string() }), z.object({})),
    ['x.b is gone'],
    ['x.b is gone'],
  ],
  [
    'deep inside',
    object({ a: object({ b: z.array(object({ c: z.string() })) }) }),
    object({ a: object({ b: z.array(object({})) }) }),
    ['x.a.b[].c is gone'],
    ['x.a.b[].c is gone'],
  ],
])('%s', (_name, before, after, request, answer) => {
  expect(compare(before, after, 'request')).toEqual(request);
  expect(compare(before, after, 'answer')).toEqual(answer);
});

describe('schemas by name', () => {
  const compareNamed = (before: Record<string, z.ZodType>, after: Record<string, z.ZodType>) => {
    const names = { before: schemasOf(before, 'input'), after: schemasOf(after, 'input') };
    return Object.keys(before).flatMap((name) =>
      compareSchemas(names.before[name], names.after[name], { names, direction: 'request', where: name }).map(
        ({ where, what }) => `${where} ${what}`,
      ),
    );
  };
  const inner = z.object({ a: z.string().max(5) });

  test('what several hold is told once, under its own name', () => {
    const tighter = z.object({ a: z.string().max(4) });
    expect(
      compareNamed(
        { inner, one: z.object({ inner }), two: z.array(inner) },
        { inner: tighter, one: z.object({ inner: tighter }), two: z.array(tighter) },
      ),
    ).toEqual(['inner.a has a tighter maxLength: 4, was 5']);
  });

  test('another name for the same is no difference', () => {
    expect(
      compareNamed(
        { inner, one: z.object({ inner }) },
        { inner, one: z.object({ inner: z.object({ a: z.string().max(5) }) }) },
      ),
    ).toEqual([]);
  });

  test('limits that stand beside a name count', () => {
    const micros = z.int();
    expect(
      compareNamed(
        { micros, bid: z.object({ micros }) },
        { micros, bid: z.object({ micros: micros.max(9) }) },
      ),
    ).toEqual(['bid.micros has a tighter maximum: 9, was none']);
  });

  test('one that holds itself comes to an end', () => {
    interface Tree {
      leaf: string;
      parts: Tree[];
    }
    const makeTree = (leaf: z.ZodType<string>) => {
      const tree: z.ZodType<Tree> = z.object({ leaf, parts: z.array(z.lazy(() => tree)) });
      return tree;
    };
    const [before, after] = [makeTree(z.string()), makeTree(z.string().min(1))];
    expect(compareNamed({ before }, { before: after })).toEqual([
      'before.leaf has a tighter minLength: 1, was none',
    ]);
    expect(compareNamed({ before, x: before }, { other: after, before: z.string(), x: after })).not.toEqual(
      [],
    );
  });
});
