import type { ChannelKind, EventOf, PayloadOf, Role } from '@ezdash/contracts';
import type { api } from '../api';
import { keepUnread } from '../notices';

/** A tag of the API slice, as queries provide it. */
export type Tag = Parameters<typeof api.util.invalidateTags>[0][number];

type Dispatch = (action: unknown) => unknown;

/** What a message means for what the page has in memory. */
export interface BridgeRule<Payload> {
  /** Queries to ask again; those that nobody looks at are only forgotten. */
  tags: readonly Tag[];
  /** On top of them, for one role. */
  tagsOf?: Partial<Record<Role, readonly Tag[]>>;
  /** Comes with every billed batch: asked again less often. */
  isFigure?: boolean;
  /** What the message itself already says. */
  patch?: (payload: Payload, dispatch: Dispatch) => void;
}

type BridgeTable = {
  [Kind in ChannelKind]: { [Event in EventOf<Kind>]: BridgeRule<PayloadOf<Kind, Event>> };
};

/** The bridge: every message of the contracts, and what is asked again for it. */
export const BRIDGE: BridgeTable = {
  account: {
    'balance.changed': {
      tags: [
        'AdvertiserDashboard',
        'PublisherDashboard',
        // Not `CampaignFacts`: spending comes without pause, and changes none of them.
        'Campaign',
        'Property',
        'Zone',
        'Funds',
        'Earnings',
      ],
      // Where the top bar has a publisher's figure from.
      tagsOf: { publisher: ['Session'] },
      isFigure: true,
    },
    'campaign.changed': { tags: ['Campaign', 'CampaignFacts', 'AdvertiserDashboard'] },
    'property.changed': { tags: ['Property', 'Zone', 'PublisherDashboard'] },
    'goal.changed': { tags: ['ConversionGoal', 'Campaign', 'CampaignFacts'] },
    'postbacks.changed': { tags: ['Postback', 'ConversionGoal'] },
    'payment.changed': { tags: ['Payment', 'Funds'] },
    'payout.changed': { tags: ['Earnings'] },
    'notice.changed': { tags: ['Notice'], patch: ({ unread }, dispatch) => keepUnread(unread, dispatch) },
    'support.changed': { tags: ['Conversation'] },
    'account.changed': { tags: ['Session'] },
  },
  operators: {
    'review.changed': { tags: ['Review'] },
    'support.changed': { tags: ['OperatorConversation'] },
    'network.changed': { tags: ['Network'], isFigure: true },
    'money.changed': { tags: ['OperatorMoney'] },
  },
  conversation: {
    'message.sent': { tags: ['Conversation', 'OperatorConversation'] },
    'conversation.changed': { tags: ['Conversation', 'OperatorConversation'] },
    'conversation.read': { tags: ['Conversation', 'OperatorConversation'] },
  },
  role: {
    'news.changed': { tags: ['News', 'OperatorNews'] },
  },
  releases: {
    'release.activated': { tags: ['Release'] },
  },
};

export type AnyRule = BridgeRule<unknown>;

/** The rule of a message; undefined for one that this page does not know. */
export function ruleOf(kind: ChannelKind, event: string): AnyRule | undefined {
  const rules: Readonly<Record<string, unknown>> = BRIDGE[kind];
  return Object.hasOwn(rules, event) ? (rules[event] as AnyRule) : undefined;
}

/** Tags that a rule means for somebody of this role. */
export function tagsOf(rule: AnyRule, role: Role | undefined): readonly Tag[] {
  return [...rule.tags, ...((role && rule.tagsOf?.[role]) ?? [])];
}

/** All that messages of a kind of channel may have changed: for what was missed. */
export function allTags(kind: ChannelKind, role: Role | undefined): readonly Tag[] {
  return Object.values(BRIDGE[kind]).flatMap((rule) => tagsOf(rule as AnyRule, role));
}
