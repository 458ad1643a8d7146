import type { RegistryEntry } from '@ezdash/contracts';

/** `detail` of the window event `ezdash:remote-release`. */
interface ReleaseEvent {
  remote: string;
  entry: RegistryEntry;
}

/**
 * Swaps the releases that `npm run dev -w mf-NAME` announces. Only installed when the server marked the page as a
 * development one: elsewhere a script in the page could name a release of its own.
 */
export function listenForReleases(swap: (remote: string, entry: RegistryEntry) => Promise<boolean>): void {
  window.addEventListener('ezdash:remote-release', async (event) => {
    const { remote, entry } = (event as CustomEvent<ReleaseEvent>).detail;
    const swapped = await swap(remote, entry);
    console.info(
      `${remote} ${entry.version} ${swapped ? 'is in' : 'does not load, the release before stays'}`,
    );
  });
}
