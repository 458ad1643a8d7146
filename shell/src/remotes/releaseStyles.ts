import type { ServedRelease } from '@ezdash/contracts';

/** Style sheets of several releases of one remote can be in a page; only those of the release in use may count. */
export interface ReleaseStyles {
  /** A release may bring sheets from now on: until it is in use, they do not count. */
  expect(remote: string, release: ServedRelease): void;
  /** The sheets of this release count, and those of the remote's others no more. */
  show(remote: string, release: ServedRelease): void;
}

/** Matches nothing, and switches a sheet off without unloading it: `disabled` on the element would load it again. */
const OFF = 'not all';

/** Where a release's files lie: sheets lie in the entry's folder. */
const folderOf = ({ entry }: ServedRelease) => new URL('.', new URL(entry, document.baseURI)).href;

/**
 * Follows the sheets of the page. Class names are made of where a source lies and not of what it says, so that those of
 * two releases are the same ones: what the last had would show through in the next.
 */
export function createReleaseStyles(): ReleaseStyles {
  /** Folder → its remote. */
  const folders = new Map<string, string>();
  const shown = new Map<string, string>();

  function set(link: HTMLLinkElement): void {
    for (const [folder, remote] of folders) {
      if (!link.href.startsWith(folder)) continue;
      const media = shown.get(remote) === folder ? '' : OFF;
      if (link.media !== media) link.media = media;
    }
  }
  const setAll = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) set(link);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') set(node);
  }).observe(document.head, { childList: true });

  return {
    expect(remote, release) {
      folders.set(folderOf(release), remote);
    },
    show(remote, release) {
      const folder = folderOf(release);
      folders.set(folder, remote);
      if (shown.get(remote) === folder) return;
      shown.set(remote, folder);
      setAll();
    },
  };
}
