import { type Alternative, alternativesOf, isRecord, kindOf, resolve, wordsFor } from './alternatives';
import { compareLeaves } from './compareLeaves';
import type { Finding, Schema } from './surface.types';

/** Named schemas before and after. */
export interface Names {
  before: Record<string, Schema>;
  after: Record<string, Schema>;
}

interface Task {
  names: Names;
  direction: 'request' | 'answer';
  where: string;
  /** Pairs of different names that are being compared: one that holds itself ends there. */
  open?: ReadonlySet<string>;
}

const narrower = (where: string, what: string): Finding => ({ level: 'narrower', where, what });

/** Properties of two objects. What is sent may not be asked more of; what is read may not become less. */
function compareObjects(before: Schema, after: Schema, task: Task): Finding[] {
  const { direction, where } = task;
  const findings: Finding[] = [];
  const [had, has] = [before.properties ?? {}, after.properties ?? {}];
  const [needed, needs] = [new Set(before.required), new Set(after.required)];
  for (const [name, schema] of Object.entries(had)) {
    const place = `${where}.${name}`;
    const now = has[name];
    if (now === undefined) {
      findings.push(narrower(place, 'is gone'));
      continue;
    }
    if (direction === 'request' && needs.has(name) && !needed.has(name))
      findings.push(narrower(place, 'must be sent now, and was optional'));
    if (direction === 'answer' && needed.has(name) && !needs.has(name))
      findings.push(narrower(place, 'may be missing now, and never was'));
    findings.push(...compareSchemas(schema, now, { ...task, where: place }));
  }
  if (direction === 'request')
    for (const name of needs)
      if (had[name] === undefined) findings.push(narrower(`${where}.${name}`, 'is new and must be sent'));
  return [...findings, ...compareRest(before, after, task)];
}

/** What an object may hold beside its named properties. */
function compareRest(before: Schema, after: Schema, task: Task): Finding[] {
  const { direction, where } = task;
  if (isRecord(before) && isRecord(after))
    return [
      ...compareSchemas(before.additionalProperties, after.additionalProperties, {
        ...task,
        where: `${where}[*]`,
      }),
      ...compareSchemas(before.propertyNames ?? {}, after.propertyNames ?? {}, {
        ...task,
        where: `${where}[key]`,
      }),
    ];
  if (isRecord(before)) return [narrower(where, 'held any names, and no longer does')];
  const closed = (schema: Schema) => schema.additionalProperties === false;
  return direction === 'request' && closed(after) && !closed(before)
    ? [narrower(where, 'refuses what it does not know now')]
    : [];
}

function compareArrays(before: Schema, after: Schema, task: Task): Finding[] {
  const { where } = task;
  const items = (schema: Schema): Schema => (typeof schema.items === 'object' ? schema.items : {});
  const [had, has] = [before.prefixItems ?? [], after.prefixItems ?? []];
  const places = had.flatMap((schema, at) => {
    const now = has[at];
    const place = `${where}[${at}]`;
    return now ? compareSchemas(schema, now, { ...task, where: place }) : [narrower(place, 'is gone')];
  });
  const more = task.direction === 'request' && has.length > had.length;
  return [
    ...places,
    ...(more ? [narrower(`${where}[${had.length}]`, 'is new and must be sent')] : []),
    ...compareSchemas(items(before), items(after), { ...task, where: `${where}[]` }),
  ];
}

/** Two alternatives of the same kind. */
function comparePair(before: Alternative, after: Alternative, task: Task): Finding[] {
  const leaves = compareLeaves(before, after, task);
  if (kindOf(before) === 'object' && kindOf(after) === 'object')
    return [...leaves, ...compareObjects(before, after, task)];
  if (kindOf(before) === 'array' && kindOf(after) === 'array')
    return [...leaves, ...compareArrays(before, after, task)];
  return leaves;
}

const isTagged = ({ properties = {} }: Schema) =>
  Object.values(properties).some(({ const: tag }) => tag !== undefined);

/** Kinds of a tagged union are compared with their like alone. */
function isTaggedApart({ properties: ones = {} }: Schema, { properties: others = {} }: Schema): boolean {
  return Object.entries(ones).some(([name, { const: tag }]) => {
    const other = others[name]?.const;
    return tag !== undefined && other !== undefined && tag !== other;
  });
}

/** Whether the one can stand for the other at all: `wide` takes what `narrow` is. */
function fits(narrow: Alternative, wide: Alternative): boolean {
  const [small, large] = [kindOf(narrow), kindOf(wide)];
  if (large === 'any') return true;
  if (narrow.const !== undefined && wide.const !== undefined) return narrow.const === wide.const;
  if (wide.const !== undefined) return false;
  if (small === 'object' && large === 'object') return !isTaggedApart(narrow, wide);
  return small === large || (small === 'integer' && large === 'number');
}

/** An alternative that is new to readers: one more value, or one more tagged kind, is met by who is careful. */
function newToReaders(added: Alternative, before: Alternative[], where: string): Finding {
  const name = wordsFor(added);
  if (added.const !== undefined && before.some((one) => one.const !== undefined))
    return { level: 'warning', where, what: `may be ${name} now: readers that list all values miss it` };
  if (kindOf(added) === 'object' && isTagged(added) && before.some(isTagged))
    return { level: 'warning', where, what: `may be another kind of object now (${name})` };
  return narrower(where, kindOf(added) === 'null' ? 'may be null now, and never was' : `may be ${name} now`);
}

/** The least that is wrong with any of the alternatives that could stand for it; null when none could. */
function best(candidates: Finding[][]): Finding[] | null {
  return candidates.reduce<Finding[] | null>(
    (least, one) => (least === null || one.length < least.length ? one : least),
    null,
  );
}

/**
 * What of a schema became narrower. Requests must still take whatever they took; answers must still be what readers
 * expect. A schema that both name is compared under its own name, once.
 */
export function compareSchemas(
  before: Schema | boolean | undefined,
  after: Schema | boolean | undefined,
  task: Task,
): Finding[] {
  const [old, now] = [typeof before === 'object' ? before : {}, typeof after === 'object' ? after : {}];
  const same = old.$ref !== undefined && old.$ref === now.$ref;
  const pair = `${old.$ref} ${now.$ref}`;
  if (!same && task.open?.has(pair)) return [];
  const within =
    same || (old.$ref ?? now.$ref) === undefined
      ? task
      : { ...task, open: new Set([...(task.open ?? []), pair]) };
  const had = alternativesOf(
    same ? { ...old, $ref: undefined } : resolve(old, task.names.before),
    task.names.before,
  );
  const has = alternativesOf(
    same ? { ...now, $ref: undefined } : resolve(now, task.names.after),
    task.names.after,
  );
  const { where, direction } = task;
  if (direction === 'request')
    return had.flatMap((one) => {
      const found = best(
        has.filter((other) => fits(one, other)).map((other) => comparePair(one, other, within)),
      );
      return found ?? [narrower(where, `does not take ${wordsFor(one)} any more`)];
    });
  return has.flatMap((one) => {
    const found = best(
      had.filter((other) => fits(one, other)).map((other) => comparePair(other, one, within)),
    );
    return found ?? [newToReaders(one, had, where)];
  });
}
