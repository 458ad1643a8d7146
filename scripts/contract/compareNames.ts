import type { Finding, Names } from './surface.types';

const gone = (where: string, before: readonly string[], after: readonly string[]): Finding[] =>
  before
    .filter((name) => !after.includes(name))
    .map((name) => ({ level: 'narrower', where: `${where} ${name}`, what: 'is gone' }));

function compareTexts(before: Names['texts'], after: Names['texts']): Finding[] {
  return Object.entries(before).flatMap(([namespace, keys]) =>
    Object.entries(keys).flatMap(([key, words]): Finding[] => {
      const where = `text ${namespace}:${key}`;
      const now = after[namespace]?.[key];
      if (!now) return [{ level: 'narrower', where, what: 'is gone' }];
      const more = now.filter((word) => !words.includes(word));
      return more.map((word) => ({ level: 'narrower', where, what: `is filled with ${word} too now` }));
    }),
  );
}

const compareBridge = (before: Names['bridge'], after: Names['bridge']): Finding[] =>
  Object.entries(before).flatMap(([kind, rules]) =>
    Object.entries(rules).flatMap(([event, tags]) =>
      gone(`channel ${kind}, ${event}: tag`, tags, after[kind]?.[event] ?? []),
    ),
  );

/** Names that somebody relies on and that are not there any more. */
export function compareNames(before: Names, after: Names): Finding[] {
  return [
    ...gone('tag', before.tags, after.tags),
    ...compareBridge(before.bridge, after.bridge),
    ...gone('token', before.tokens, after.tokens),
    ...gone('class', before.classes, after.classes),
    ...compareTexts(before.texts, after.texts),
  ];
}
