import type { Icon } from '@tabler/icons-react';
import {
  IconAlertTriangle,
  IconBrowser,
  IconBug,
  IconChartLine,
  IconCircle,
  IconCoin,
  IconCreditCard,
  IconGift,
  IconHelp,
  IconKey,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconMessages,
  IconNews,
  IconPalette,
  IconPlug,
  IconReceipt,
  IconSend,
  IconSettings,
  IconShieldCheck,
  IconSpeakerphone,
  IconStack2,
  IconUserCircle,
  IconUsers,
  IconWebhook,
  IconWorld,
} from '../icons';

/** Icons a manifest may name in its navigation. */
export const navigationIcons = {
  dashboard: IconLayoutDashboard,
  campaigns: IconSpeakerphone,
  speakerphone: IconSpeakerphone,
  metrics: IconChartLine,
  reports: IconChartLine,
  chart: IconChartLine,
  postbacks: IconWebhook,
  webhook: IconWebhook,
  funds: IconCoin,
  earnings: IconCoin,
  coin: IconCoin,
  payouts: IconSend,
  credit: IconCreditCard,
  warning: IconAlertTriangle,
  partners: IconPlug,
  plug: IconPlug,
  referrals: IconGift,
  gift: IconGift,
  news: IconNews,
  // A site, and unlike the panes of the dashboard above it.
  properties: IconBrowser,
  grid: IconLayoutGrid,
  help: IconHelp,
  messages: IconMessages,
  settings: IconSettings,
  review: IconShieldCheck,
  shield: IconShieldCheck,
  accounts: IconUsers,
  users: IconUsers,
  ledger: IconReceipt,
  receipt: IconReceipt,
  remotes: IconStack2,
  stack: IconStack2,
  debug: IconBug,
  profile: IconUserCircle,
  appearance: IconPalette,
  key: IconKey,
  world: IconWorld,
} as const satisfies Record<string, Icon>;

export type NavigationIconName = keyof typeof navigationIcons;

/** The icon of that name; a plain ring for a name of a newer release this shell does not know. */
export function navigationIcon(name: string): Icon {
  return Object.hasOwn(navigationIcons, name) ? navigationIcons[name as NavigationIconName] : IconCircle;
}
