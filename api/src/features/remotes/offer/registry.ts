import type {
  Preload,
  Registry,
  RegistryEntry,
  Release,
  ServedRelease,
  ShellRelease,
} from '@ezdash/contracts';

/** Where releases are served from. */
export const REMOTES_PATH = '/remotes';
/** Where the shell's files are served from; the shell is built for this address. */
export const SHELL_PATH = '/assets/shell';

/** What is needed of the shell: the tiers that remotes load of it. */
export type ShellTiers = Pick<ShellRelease, 'tiers' | 'files'>;

/** A remote's active release and the one before. */
export interface ActiveRelease {
  release: Release;
  previous: Release | null;
  /** Given to this browser alone, by a link, until then. `origin`: its files lie on the browser's own machine. */
  override?: { endsAt: Date; origin?: string };
}

type Placed = Pick<ActiveRelease, 'release' | 'override'>;

const addressOf = ({ release: { name, version }, override }: Placed, file: string) =>
  `${override?.origin ?? ''}${REMOTES_PATH}/${name}/${version}/${file}`;

function integrityOf(files: Release['files'], file: string): string {
  const described = files[file];
  if (!described) throw new Error(`The release does not describe ${file}`);
  return described.integrity;
}

function served(placed: Placed): ServedRelease {
  const { version, entry, type, global, files } = placed.release;
  return { version, entry: addressOf(placed, entry), type, global, integrity: integrityOf(files, entry) };
}

function preloads(placed: Placed, shell: ShellTiers): RegistryEntry['preload'] {
  const { release } = placed;
  const own = (file: string, as: Preload['as']): Preload => ({
    href: addressOf(placed, file),
    as,
    integrity: integrityOf(release.files, file),
  });
  const shells = (file: string, as: Preload['as']): Preload => ({
    href: `${SHELL_PATH}/${file}`,
    as,
    integrity: integrityOf(shell.files, file),
  });
  return Object.fromEntries(
    Object.entries(release.modules).map(([module, { scripts, styles, tiers }]) => [
      module,
      [
        own(release.entry, 'script'),
        ...scripts.map((file) => own(file, 'script')),
        ...styles.map((file) => own(file, 'style')),
        ...tiers.flatMap((tier) => [
          ...(shell.tiers[tier]?.scripts ?? []).map((file) => shells(file, 'script')),
          ...(shell.tiers[tier]?.styles ?? []).map((file) => shells(file, 'style')),
        ]),
      ],
    ]),
  );
}

/** What a page must know of the remotes: addresses, integrity, manifests, and what to preload. Sorted by name. */
export function buildRegistry(active: ActiveRelease[], shell: ShellTiers): Registry {
  const sorted = [...active].sort((a, b) => (a.release.name < b.release.name ? -1 : 1));
  return Object.fromEntries(
    sorted.map(({ release, previous, override }) => [
      release.name,
      {
        ...served({ release, override }),
        manifest: release.manifest,
        preload: preloads({ release, override }, shell),
        ...(previous ? { previous: served({ release: previous }) } : {}),
        ...(override ? { override: true as const, override_ends_at: override.endsAt.toISOString() } : {}),
      },
    ]),
  );
}
