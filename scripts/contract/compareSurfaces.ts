import { compareNames } from './compareNames';
import { compareSchemas } from './compareSchemas';
import type { Direction, Finding, NamedSchema, Schema, Surface } from './surface.types';

const narrower = (where: string, what: string): Finding => ({ level: 'narrower', where, what });

/** A schema that goes both ways in either of the two is held to both rules. */
function directionsBetween(before: Direction, after: Direction): ('request' | 'answer')[] {
  if (before === after && before !== 'both') return [before];
  return ['request', 'answer'];
}

function side(schemas: Record<string, NamedSchema>, direction: 'request' | 'answer'): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { input, output }]) => [
      name,
      direction === 'request' ? input : output,
    ]),
  );
}

function compareNamed(before: Surface['schemas'], after: Surface['schemas']): Finding[] {
  const names = {
    request: { before: side(before, 'request'), after: side(after, 'request') },
    answer: { before: side(before, 'answer'), after: side(after, 'answer') },
  };
  return Object.entries(before).flatMap(([name, old]) => {
    const now = after[name];
    if (!now) return [narrower(name, 'is gone')];
    return directionsBetween(old.direction, now.direction).flatMap((direction) => {
      const sides = names[direction];
      return compareSchemas(sides.before[name], sides.after[name], { names: sides, direction, where: name });
    });
  });
}

function compareChannels(before: Surface['channels'], after: Surface['channels']): Finding[] {
  return Object.entries(before).flatMap(([kind, messages]) =>
    Object.entries(messages).flatMap(([message, schema]) => {
      const where = `channel ${kind}, ${message}`;
      const now = after[kind]?.[message];
      if (!now) return [narrower(where, 'is gone')];
      return compareSchemas(schema, now, { names: { before: {}, after: {} }, direction: 'answer', where });
    }),
  );
}

function compareExports(before: Surface['exports'], after: Surface['exports']): Finding[] {
  return Object.entries(before).flatMap(([module, names]) =>
    Object.entries(names).flatMap(([name, kind]) => {
      const where = `${name} of ${module}`;
      const now = after[module]?.[name];
      if (!now) return [narrower(where, 'is gone')];
      return kind === 'value' && now === 'type' ? [narrower(where, 'is a type alone now')] : [];
    }),
  );
}

function compareVersions(what: string, before: Record<string, string>, after: Record<string, string>) {
  return Object.entries(before).flatMap(([name, version]) => {
    const now = after[name];
    if (now === version) return [];
    return [narrower(`${what} ${name}`, now === undefined ? 'is gone' : `is version ${now}, was ${version}`)];
  });
}

/** What somebody who relies on `before` would lose with `after`, each thing once. */
export function compareSurfaces(before: Surface, after: Surface): Finding[] {
  const all = [
    ...compareNamed(before.schemas, after.schemas),
    ...compareChannels(before.channels, after.channels),
    ...compareExports(before.exports, after.exports),
    ...compareVersions('shared', before.shared, after.shared),
    // One that no declaration needs any more is missed by nobody.
    ...compareVersions('types of', before.behind, { ...before.behind, ...after.behind }),
    ...compareNames(before.names, after.names),
  ];
  return [...new Map(all.map((one) => [`${one.where} ${one.what}`, one])).values()];
}
