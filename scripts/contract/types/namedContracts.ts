import { z } from 'zod';

const ALIAS = /export type (\w+) = z\.(?:infer|input|output)<\s*typeof (\w+)\s*>/g;

/**
 * A module that gives away all that the contracts do, but calls every shape by its name: `User` stays `User` in a
 * declaration, which the compiler would otherwise write out. What a shape is made of is recorded as JSON Schema, and
 * judged by the rules for requests and answers; written out it would be judged a second time, by others.
 *
 * @param address where the contracts themselves are, as an import says it
 */
export function namedContracts(
  address: string,
  contracts: Readonly<Record<string, unknown>>,
  sources: readonly string[],
): string {
  const lines = sources.flatMap((source) =>
    [...source.matchAll(ALIAS)].flatMap(([, type = '', schema = '']) => {
      const value = contracts[schema];
      if (value instanceof z.ZodObject) return [`export interface ${type} extends real.${type} {}`];
      // A union keeps the name of the alias that makes it, and to add nothing makes it anew.
      if (value instanceof z.ZodEnum || value instanceof z.ZodUnion)
        return [`export type ${type} = real.${type} | never;`];
      return [];
    }),
  );
  const from = JSON.stringify(address);
  return [`import type * as real from ${from};`, `export * from ${from};`, ...lines, ''].join('\n');
}
