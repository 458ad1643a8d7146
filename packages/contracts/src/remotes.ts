import { z } from 'zod';
import { role } from './accounts';
import { lineText, plainText, timestamp } from './common';

/** `mf-advertiser`: the workspace's folder, the package's name and the key of the registry. */
export const remoteName = z.string().regex(/^mf-[a-z]+$/, { error: 'A remote is named mf-<letters>' });

/**
 * Who may open a page: everybody; only who is signed out (`guest`, others go to their dashboard); whoever is
 * signed in; or the named roles.
 */
export const pageAccess = z.union([
  z.enum(['public', 'guest', 'signed-in']),
  z.object({ roles: z.array(role).min(1) }),
]);
export type PageAccess = z.infer<typeof pageAccess>;

/** One routed screen of a remote. */
export const remotePage = z.object({
  /** Unique within the remote. */
  id: z.string().min(1),
  /** Absolute, in react-router's syntax: `/advertiser/campaigns/:id`. */
  path: z.string().regex(/^\/[^?#]*$/, { error: 'A path starts with a slash, and has no ? or #' }),
  /** i18next key of the document's title: `advertiser:page.dashboard`. */
  titleKey: z.string().regex(/^[a-z][\w-]*:/i, { error: 'A key names its namespace' }),
  access: pageAccess,
  /** `false`: the route says that the page is not built yet, and nothing links to it. */
  built: z.boolean(),
  /** Exposed module that shows it; `App` when not given. Needs contract 3. */
  module: z
    .string()
    .regex(/^[A-Z]\w*$/)
    .optional(),
});
export type RemotePage = z.infer<typeof remotePage>;

/** Version of the contract that `module` of a page came with. */
const MODULES_SINCE = 3;

/** One entry of the shell's navigation. */
export const remoteNavigation = z.object({
  /** `id` of a built page of the same remote. */
  page: z.string(),
  /** Name of an icon of the design system. */
  icon: z.string(),
  /** 1: the daily work, 2: beside it. */
  group: z.union([z.literal(1), z.literal(2)]),
  labelKey: z.string(),
  /** Who sees it. */
  roles: z.array(role).min(1),
});
export type RemoteNavigation = z.infer<typeof remoteNavigation>;

/** What a remote says about itself, as plain data; the shell needs none of its code to route and to link. */
export const remoteManifest = z
  .object({
    name: remoteName,
    /** i18next namespace of its texts, and prefix of its endpoint names. */
    namespace: z.string().regex(/^[a-z]+$/),
    /** Who answers for it, as CODEOWNERS names them without the organisation: `advertisers`. */
    team: lineText.min(1).max(60).optional(),
    /** Least version of the contracts between shell and remotes that it needs. */
    contractVersion: z.number().int().positive(),
    pages: z.array(remotePage),
    navigation: z.array(remoteNavigation),
  })
  .superRefine((manifest, context) => {
    const pages = new Map(manifest.pages.map((page) => [page.id, page]));
    if (pages.size !== manifest.pages.length) {
      context.addIssue({ code: 'custom', path: ['pages'], message: 'Two pages have the same id' });
    }
    for (const [index, { module }] of manifest.pages.entries()) {
      if (module === undefined || manifest.contractVersion >= MODULES_SINCE) continue;
      const message = `A page with a module needs contractVersion ${MODULES_SINCE}`;
      context.addIssue({ code: 'custom', path: ['pages', index, 'module'], message });
    }
    for (const [index, entry] of manifest.navigation.entries()) {
      if (pages.get(entry.page)?.built) continue;
      const message = `The navigation leads to "${entry.page}", which is not a built page`;
      context.addIssue({ code: 'custom', path: ['navigation', index, 'page'], message });
    }
  });
export type RemoteManifest = z.infer<typeof remoteManifest>;

/** Subresource integrity, always of this one hash. */
export const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);

/** A file of a release: size as served without compression and with it. */
export const releaseFile = z.object({
  integrity,
  byteCount: z.number().int().nonnegative(),
  brotliByteCount: z.number().int().nonnegative().optional(),
});
export type ReleaseFile = z.infer<typeof releaseFile>;

const translations = z.record(z.string(), z.unknown());

/** `release.json` of a built remote; all paths are relative to its folder. */
export const release = z.object({
  name: remoteName,
  version: z.string().min(1),
  /** First 12 hex digits of the hash of all its sources and of the build's code. */
  buildId: z.string().regex(/^[0-9a-f]{12}$/),
  manifest: remoteManifest,
  /** Language → bundled texts of the remote's namespace. */
  locales: z.record(z.string(), translations),
  /** The script that defines the container. */
  entry: z.string(),
  type: z.literal('var'),
  /** Name of the global variable the entry defines. */
  global: z.string(),
  /** Exposed module (`App`, `DebugTool`) → what its first rendering loads. */
  modules: z.record(
    z.string(),
    z.object({
      scripts: z.array(z.string()),
      styles: z.array(z.string()),
      /** Lazily provided shared packages it uses at once: the shell's tiers to preload. */
      tiers: z.array(z.string()),
    }),
  ),
  files: z.record(z.string(), releaseFile),
  /** Shared package → the range it needs of the shell. */
  shared: z.record(z.string(), z.string()),
  /** Version of the federation plugin; the shell provides the runtime, so they must be equal. */
  pluginVersion: z.string(),
  /** File of the archive of types, among `files`. */
  types: z.string().optional(),
});
export type Release = z.infer<typeof release>;

/** A page of the shell in a chunk of its own. */
const shellPage = z.object({
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  /** Language → markup for guests, with `FIRST_PAINT` words where the server has its own. */
  paint: z.record(z.string(), z.string()),
});
export type ShellPage = z.infer<typeof shellPage>;

/** What stands in a first paint for what only the server knows. */
export const FIRST_PAINT = { appName: '@@APP_NAME@@', nonce: '@@NONCE@@' } as const;

/** `release.json` of the built shell; all paths are relative to its folder. */
export const shellRelease = z.object({
  name: z.literal('shell'),
  version: z.string(),
  buildId: z.string(),
  locales: z.record(z.string(), z.record(z.string(), translations)),
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  /** Fonts the first paint needs. */
  fonts: z.array(z.string()),
  /** Lazily provided shared package → its scripts and styles. */
  tiers: z.record(z.string(), z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) })),
  files: z.record(z.string(), releaseFile),
  /** Shared package → the version the shell provides. */
  shared: z.record(z.string(), z.string()),
  pluginVersion: z.string(),
  contractVersion: z.number().int().positive(),
  /** Oldest contract whose remotes it still runs; 1 for builds that do not say. */
  leastContractVersion: z.number().int().positive().optional(),
  /** Inline script that sets the colour scheme before the first paint. */
  appearanceScript: z.string(),
  /** Page of the shell's own, by address → its files, and what is painted of it before they have come. */
  pages: z.record(z.string(), shellPage).optional(),
});
export type ShellRelease = z.infer<typeof shellRelease>;

/** Something the page may fetch before it is asked for. */
export const preload = z.object({ href: z.string(), as: z.enum(['script', 'style']), integrity });
export type Preload = z.infer<typeof preload>;

/** A release a browser can load; `entry` is an address. */
export const servedRelease = z.object({
  version: z.string(),
  entry: z.string(),
  type: z.literal('var'),
  global: z.string(),
  integrity,
});
export type ServedRelease = z.infer<typeof servedRelease>;

/** What a visitor gets of one remote. */
export const registryEntry = servedRelease.extend({
  manifest: remoteManifest,
  /** Exposed module → what its first rendering loads, entry included. */
  preload: z.record(z.string(), z.array(preload)),
  /** Release that was active before: taken when the current one fails. */
  previous: servedRelease.optional(),
  /** This browser alone has it, by an override link, and the shell says so. */
  override: z.literal(true).optional(),
  /** Of an override: when it ends. */
  override_ends_at: timestamp.optional(),
});
export type RegistryEntry = z.infer<typeof registryEntry>;

/** Inlined in the page as JSON, and the answer of `GET /remotes/registry.json`: remote → its release. */
export const registry = z.record(z.string(), registryEntry);
export type Registry = z.infer<typeof registry>;

/** `POST /api/remotes/failures`: a release did not load or did not render. Answered with 204. */
export const remoteFailure = z.object({
  remote: remoteName,
  module: lineText.max(60),
  version: lineText.max(80),
  /** Where it failed. */
  phase: z.enum(['load', 'render', 'swap']),
  message: plainText.max(500),
  /** Version taken instead, `null` when there was none. */
  fellBackTo: lineText.max(80).nullable(),
  /** `Bootstrap.page_ticket` of the page that tells it: without one it is written down, and decides nothing. */
  ticket: z.string().max(300).optional(),
});
export type RemoteFailure = z.infer<typeof remoteFailure>;
