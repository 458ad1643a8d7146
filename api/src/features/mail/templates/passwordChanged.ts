import { type WayIn, wayIn } from '@ezdash/contracts';
import { z } from 'zod';
import { button, facts, paragraph } from '../render/content';
import { frame, NAME, TIME, TIME_ZONE, template } from './template';
import type { WordKey } from './words';

/** The notice of a new password, however it was set. */
export const passwordChanged = template(
  z.object({
    device: NAME,
    changedAt: TIME,
    timeZone: TIME_ZONE,
    /** By a reset by mail: what went with the old password, and what still opens the account. */
    removed: z.array(wayIn).default([]),
    remaining: z.array(wayIn).default([]),
    /** API tokens that open the account as before. */
    liveTokens: z.int().nonnegative().default(0),
  }),
  ({ device, changedAt, timeZone, removed, remaining, liveTokens }, tools) => {
    const { words, appName, link } = tools;
    const named = (key: WordKey, ways: WayIn[]) => {
      if (ways.length === 0) return [];
      const rows = ways.map(({ kind, name, added_at }): [string, string] => [
        [words.t(`wayIn.${kind}`), name].filter(Boolean).join(' '),
        words.t('wayIn.added', { time: words.time(added_at, timeZone) }),
      ]);
      return [paragraph(words.t(key)), facts(...rows)];
    };
    return frame('password-changed', tools, [
      paragraph(words.t('password-changed.text', { appName })),
      facts([words.t('fact.device'), device], [words.t('fact.time'), words.time(changedAt, timeZone)]),
      ...named('password-changed.removed', removed),
      ...named('password-changed.remaining', remaining),
      ...(liveTokens > 0
        ? [paragraph(words.t('password-changed.tokens', { count: String(liveTokens) }))]
        : []),
      paragraph(words.t('password-changed.warning')),
      button(words.t('password-changed.button'), link('/auth/forgot-password')),
    ]);
  },
);
