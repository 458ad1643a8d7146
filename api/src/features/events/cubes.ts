import { type RawBuilder, sql } from 'kysely';

/** Sums by the day that keep some dimensions and have 0 or nothing in the others. */
export interface Cube<Dimension extends string, Owner extends string> {
  /** Stored with the rows: never renumber, only add. */
  id: number;
  owner: Owner;
  dimensions: readonly Dimension[];
}

/** The first that tells all of these apart; null when there is none. */
export function findCube<Dimension extends string, Owner extends string>(
  cubes: readonly Cube<Dimension, Owner>[],
  owner: Owner,
  dimensions: Iterable<string>,
): Cube<Dimension, Owner> | null {
  const asked = [...dimensions];
  const answers = (cube: Cube<Dimension, Owner>) => {
    const kept: readonly string[] = cube.dimensions;
    return cube.owner === owner && asked.every((each) => kept.includes(each));
  };
  return cubes.find(answers) ?? null;
}

/** A table of daily sums: columns `cube`, the owner's, `day`, all dimensions, all figures. */
export interface CubeTable<Dimension extends string, Owner extends string> {
  table: string;
  ownerColumn: string;
  cubes: readonly Cube<Dimension, Owner>[];
  dimensions: readonly Dimension[];
  figures: readonly string[];
}

const TEXTS = ['country', 'language'];

/**
 * Adds rows to every cube of a table. `source` names what is in sight of the statement: the owners, `day`, all
 * dimensions and all figures; `common` is a WITH list that makes it.
 */
export function insertInto<Dimension extends string, Owner extends string>(
  { table, ownerColumn, cubes, dimensions, figures }: CubeTable<Dimension, Owner>,
  common: RawBuilder<unknown>,
  source: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const sums = sql.raw(figures.map((name) => `sum(${name})`).join(', '));
  const rows = cubes.map((cube) => {
    const kept = dimensions.map((name) => {
      if (cube.dimensions.includes(name)) return name;
      return TEXTS.includes(name) ? "''" : '0';
    });
    // One owner's rows of a day lie side by side, for whoever reads them later.
    return sql`(SELECT ${sql.lit(cube.id)}, ${sql.ref(cube.owner)}, day, ${sql.raw(kept.join(', '))}, ${sums} FROM ${source}
      GROUP BY ${sql.raw([cube.owner, 'day', ...cube.dimensions].join(', '))} ORDER BY day, ${sql.ref(cube.owner)})`;
  });
  const columns = ['cube', ownerColumn, 'day', ...dimensions, ...figures];
  return sql`WITH ${common}
    INSERT INTO ${sql.table(table)} (${sql.raw(columns.join(', '))}) ${sql.join(rows, sql` UNION ALL `)}`;
}
