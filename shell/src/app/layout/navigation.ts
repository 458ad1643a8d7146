import type { RemoteManifest, Role } from '@ezdash/contracts';

/** One link of the sidebar, its text still a key. */
export interface NavigationEntry {
  href: string;
  labelKey: string;
  icon: string;
}

export interface Navigation {
  /** Daily work, then what lies beside it; empty groups are left out. */
  groups: { id: string; entries: NavigationEntry[] }[];
  /** First built page of the settings; null when this person has none. */
  settingsHref: string | null;
}

const SETTINGS = '/settings/';

/** The links a role sees: what the manifests declare, as far as it is built. */
export function navigationFor(manifests: readonly RemoteManifest[], role: Role): Navigation {
  const entries = manifests.flatMap((manifest) =>
    manifest.navigation.flatMap((entry) => {
      const page = manifest.pages.find((one) => one.id === entry.page);
      if (!page?.built || !entry.roles.includes(role) || page.path.startsWith(SETTINGS)) return [];
      return [{ group: entry.group, href: page.path, labelKey: entry.labelKey, icon: entry.icon }];
    }),
  );
  const groups = ([1, 2] as const)
    .map((group) => ({
      id: String(group),
      entries: entries
        .filter((entry) => entry.group === group)
        .map(({ href, labelKey, icon }) => ({ href, labelKey, icon })),
    }))
    .filter((group) => group.entries.length > 0);
  const settings = manifests
    .flatMap((manifest) => manifest.pages)
    .find((page) => page.built && page.path.startsWith(SETTINGS));
  return { groups, settingsHref: settings?.path ?? null };
}

/** The entry an address belongs to: itself, or the longest one it lies under (`/campaigns` for `/campaigns/7`). */
export function currentHref(hrefs: readonly string[], pathname: string): string | null {
  const under = hrefs.filter((href) => pathname === href || pathname.startsWith(`${href}/`));
  return under.sort((a, b) => b.length - a.length)[0] ?? null;
}
