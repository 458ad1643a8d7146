import { publicId } from '@ezdash/contracts';
import fc from 'fast-check';
import type { z } from 'zod';
import type { FoundRoute } from '../routesOf';
import { anyText, anything, fitting, nearly } from './arbitraryOf';

/** A call as it goes over the wire. */
export interface Attempt {
  route: FoundRoute;
  /** Which of the visitors, counted round. */
  who: number;
  path: string;
  /** Content-Type of the body. */
  type: string;
  /** Null: none. */
  body: string | null;
}

const JSON_TYPE = 'application/json';
const TOO_MUCH = JSON.stringify({ name: 'x'.repeat(120_000) });

/** In an address; half of a pair of surrogates has no encoding, so its bytes are made up. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
}

const idText = fc.oneof(
  { weight: 4, arbitrary: fc.nat(40).map((row) => publicId('campaign', row)) },
  { weight: 4, arbitrary: fc.nat(40).map((row) => publicId('property', row)) },
  { weight: 2, arbitrary: fc.nat(40).map((row) => publicId('zone', row)) },
  { weight: 2, arbitrary: fc.nat(2_000).map(String) },
  { weight: 2, arbitrary: fc.uuid() },
  { weight: 3, arbitrary: anyText },
);

function pathOf({ path, schemas }: FoundRoute): fc.Arbitrary<string> {
  const names = [...path.matchAll(/:(\w+)/g)].map((found) => found[1] ?? '');
  const filled = fc.tuple(...names.map(() => idText)).map((values) =>
    names.reduce((address, name, index) => {
      const value = encoded(values[index] ?? '').slice(0, 2_000);
      return address.replace(`:${name}`, () => value || '%20');
    }, path),
  );
  const { query } = schemas;
  const asked = query
    ? fc.oneof(fitting(query as z.ZodType), nearly(query as z.ZodType), fc.constant({}))
    : fc.oneof(
        { weight: 5, arbitrary: fc.constant({}) },
        fc.dictionary(fc.string(), anyText, { maxKeys: 3 }),
      );
  return fc.tuple(filled, asked).map(([address, values]) => {
    const pairs = Object.entries(values ?? {}).map(
      ([name, value]) =>
        `${encoded(name)}=${encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`,
    );
    return pairs.length > 0 ? `${address}?${pairs.join('&').slice(0, 4_000)}` : address;
  });
}

function bodyOf({ schemas }: FoundRoute): fc.Arbitrary<Pick<Attempt, 'type' | 'body'>> {
  const json = (value: fc.Arbitrary<unknown>) =>
    value.map((given) => ({ type: JSON_TYPE, body: JSON.stringify(given) ?? null }));
  const schema = schemas.body ?? null;
  const raw = fc.constantFrom(
    { type: JSON_TYPE, body: '{"name": "half' },
    { type: JSON_TYPE, body: '"\\ud800"' },
    {
      type: JSON_TYPE,
      body: '{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}}',
    },
    { type: JSON_TYPE, body: `${'['.repeat(5_000)}${']'.repeat(5_000)}` },
    { type: JSON_TYPE, body: TOO_MUCH },
    { type: 'text/plain', body: 'name=a' },
    { type: 'application/x-www-form-urlencoded', body: 'name=a&name=b' },
    { type: 'multipart/form-data; boundary=x', body: '--x\r\n\r\nhello\r\n--x--' },
    { type: 'application/json; charset=utf-7', body: '{}' },
    { type: 'image/png', body: '\u0089PNG not really' },
    { type: JSON_TYPE, body: null },
  );
  return fc.oneof(
    { weight: 4, arbitrary: json(schema ? fitting(schema) : fc.constant({})) },
    { weight: 4, arbitrary: json(schema ? nearly(schema) : anything) },
    { weight: 1, arbitrary: json(anything) },
    { weight: 1, arbitrary: raw },
  );
}

/** Calls of a route: some right, most nearly so, some of them nonsense. */
export function attemptAt(route: FoundRoute): fc.Arbitrary<Attempt> {
  return fc
    .record({ who: fc.nat(1_000), path: pathOf(route), sent: bodyOf(route) })
    .map(({ who, path, sent }) => ({ route, who, path, ...sent }));
}
