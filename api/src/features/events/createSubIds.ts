import type { Db } from '../../platform/db';
import { utcDay } from './billing';
import type { IngestEvent } from './journalRecords';
import type { OwnersCache } from './owners';
import { forgetSubIdUses, type SubIdsAsked, takeSubIds } from './subIds.repo';

/** Of `sub_id_word`: all that a property has beyond its most. */
const OTHER = 1;
/** Longer than events of a decision come in. */
const KEPT_MS = 62 * 86_400_000;
/** Words that are remembered; then it is begun anew. */
const REMEMBERED = 100_000;

/** '2026-11-01' */
const monthOf = (timeMs: number) => `${utcDay(timeMs).slice(0, 7)}-01`;

/**
 * Numbers of sub ids. A word that a property has used in a month is told apart for the rest of it, and one that found no
 * room is not: so all counted events of a decision agree, whenever and on whichever node they come in, but for those of a
 * visitor who has brought too many words (`knownOnly`), when another visitor brings one of these in between.
 */
export function createSubIds(owners: OwnersCache) {
  /** `property/month/word` → its number; words beyond the most are not kept, for anybody may make them up. */
  const known = new Map<string, number>();

  /** What is not remembered, by property and month. */
  function askedOf(events: readonly IngestEvent[]): SubIdsAsked[] {
    const asked = new Map<
      string,
      { propertyId: number; month: string; proven: Set<string>; all: Set<string> }
    >();
    for (const event of events) {
      const { sub, decidedAtMs, invalidReason, knownOnly } = event;
      const propertyId = sub ? owners.of(event)?.propertyId : undefined;
      if (!sub || propertyId === undefined) continue;
      const month = monthOf(decidedAtMs);
      const key = `${propertyId}/${month}`;
      if (known.has(`${key}/${sub}`)) continue;
      let group = asked.get(key);
      if (group === undefined) {
        group = { propertyId, month, proven: new Set(), all: new Set() };
        asked.set(key, group);
      }
      group.all.add(sub);
      if (invalidReason === 0 && !knownOnly) group.proven.add(sub);
    }
    return [...asked.values()].map(({ propertyId, month, proven, all }) => ({
      propertyId,
      month,
      words: [...all],
      unproven: new Set([...all].filter((word) => !proven.has(word))),
    }));
  }

  return {
    /**
     * Gives events their numbers (`subId`); their owners have been loaded. New words are kept at once, whatever becomes
     * of the batch.
     */
    async resolve(db: Db, events: readonly IngestEvent[]): Promise<void> {
      if (!events.some(({ sub }) => sub)) return;
      if (known.size > REMEMBERED) known.clear();
      for (const asked of askedOf(events))
        for (const [word, id] of await takeSubIds(db, asked))
          known.set(`${asked.propertyId}/${asked.month}/${word}`, id);
      for (const event of events) {
        const propertyId = event.sub ? owners.of(event)?.propertyId : undefined;
        if (propertyId === undefined) continue;
        event.subId = known.get(`${propertyId}/${monthOf(event.decidedAtMs)}/${event.sub}`) ?? OTHER;
      }
    },
    /** Drops what no event can ask for any more. */
    forget: (db: Db, nowMs: number) => forgetSubIdUses(db, new Date(nowMs - KEPT_MS)),
  };
}
