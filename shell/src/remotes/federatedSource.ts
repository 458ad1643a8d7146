import type { ServedRelease } from '@ezdash/contracts';
import { getInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { inTime } from './inTime';
import type { RemoteModule, RemoteSource } from './remoteSource';

/** An entry that has not come after this long counts as failed; chunks have the same limit, set by the build. */
const ENTRY_TIMEOUT_MS = 8_000;
/** A container that hands nothing out would leave its place empty for ever. Longer than its entry and a chunk may take. */
const MODULE_TIMEOUT_MS = 17_000;

const nonce = () => {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');
  return meta?.nonce || meta?.content || '';
};

/** Creates the entry's script element: with the integrity the registry names and the nonce of the page. */
export function createEntryScript(url: string, releases: Iterable<ServedRelease>): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  script.crossOrigin = 'anonymous';
  script.nonce = nonce();
  for (const release of releases) {
    if (new URL(release.entry, document.baseURI).href === script.src) script.integrity = release.integrity;
  }
  return script;
}

/** Remotes over Module Federation. Call once: the instance is the shell's own. */
export function federatedSource(): RemoteSource {
  // Taken now: with the shared runtime, later calls answer the instance that was made last, a remote's.
  const instance = getInstance();
  if (!instance) throw new Error('The shell was built without federation');
  /** By remote and version: tabs may load of the release in use while another one is tried. */
  const known = new Map<string, { registeredAs: string; release: ServedRelease }>();
  const keyOf = (remote: string, version: string) => `${remote} ${version}`;
  let registrations = 0;
  const scripts: ModuleFederationRuntimePlugin = {
    name: 'ezdash-entry-scripts',
    createScript: ({ url }) => ({
      script: createEntryScript(url, releases()),
      timeout: ENTRY_TIMEOUT_MS,
    }),
  };
  function* releases() {
    for (const { release } of known.values()) yield release;
  }
  instance.registerPlugins([scripts]);
  return {
    use(remote, release) {
      // A name of its own for every take: replacing a registered remote makes the runtime throw away what it loaded
      // for it, the shell's tiers too, which other remotes are using.
      registrations += 1;
      const registeredAs = `${remote.replace(/-/g, '_')}_${registrations}`;
      known.set(keyOf(remote, release.version), { registeredAs, release });
      const { entry, type, global } = release;
      instance.registerRemotes([{ name: registeredAs, entry, type, entryGlobalName: global }]);
    },
    async load(remote, module, version) {
      const registeredAs = known.get(keyOf(remote, version))?.registeredAs;
      const loaded = await inTime(
        instance.loadRemote<RemoteModule>(`${registeredAs}/${module}`),
        MODULE_TIMEOUT_MS,
        `${remote}/${module} never answers`,
      );
      if (!loaded?.default) throw new Error(`${remote}/${module} exports no component`);
      return loaded;
    },
  };
}
