import { z } from 'zod';
import { button, facts, paragraph } from '../render/content';
import { frame, NAME, TIME, TIME_ZONE, template } from './template';
import type { WordKey } from './words';

const WHATS = [
  'totp-added',
  'totp-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'social-linked',
  'social-unlinked',
  'factors-reset',
  'api-token-made',
  'new-login-alerts-off',
  'alert-webhook-set',
] as const;
type What = (typeof WHATS)[number];

/** What whoever did not do it does about it, and where. */
interface Remedy {
  warning: WordKey;
  button: WordKey;
  path: string;
}

const SIGN_IN: Remedy = {
  warning: 'security-changed.warning',
  button: 'security-changed.button',
  path: '/settings/password',
};
const REMEDIES: Readonly<Partial<Record<What, Remedy>>> = {
  'api-token-made': {
    warning: 'security-changed.warning-api-token',
    button: 'security-changed.button-api-token',
    path: '/settings/api',
  },
  'new-login-alerts-off': {
    warning: 'security-changed.warning-alerts',
    button: 'security-changed.button-alerts',
    path: '/settings/alerts',
  },
  'alert-webhook-set': {
    warning: 'security-changed.warning-webhook',
    button: 'security-changed.button-alerts',
    path: '/settings/alerts',
  },
};

/** The notice of what opens an account, or of what its owner is told of that. */
export const securityChanged = template(
  z.object({
    what: z.enum(WHATS),
    /** Where the account is that was linked or unlinked. */
    provider: NAME.optional(),
    /** How the owner calls the token that was made. */
    tokenName: NAME.optional(),
    /** What it was done from; of the support, nobody's. */
    device: NAME.optional(),
    changedAt: TIME,
    timeZone: TIME_ZONE,
  }),
  ({ what, provider, tokenName, device, changedAt, timeZone }, tools) => {
    const { words, appName, link } = tools;
    const named: readonly [WordKey, string | undefined][] = [
      ['fact.provider', provider],
      ['fact.token', tokenName],
      ['fact.device', device],
      ['fact.time', words.time(changedAt, timeZone)],
    ];
    const remedy = REMEDIES[what] ?? SIGN_IN;
    return frame('security-changed', tools, [
      paragraph(words.t(`security-changed.${what}`, { appName })),
      facts(
        ...named.flatMap<[string, string]>(([key, value]) =>
          value === undefined ? [] : [[words.t(key), value]],
        ),
      ),
      paragraph(words.t(remedy.warning)),
      button(words.t(remedy.button), link(remedy.path)),
    ]);
  },
);
