import type { Registry, RegistryEntry } from '@ezdash/contracts';

/** Where an open tab hears of new builds. */
export const EVENTS_PATH = '/__dev/events';

const REGISTRY = /<script type="application\/json" id="registry"([^>]*)>([\s\S]*?)<\/script>/;

const inline = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');

/** Hands what the server says to the shell, which swaps the release; the tab is not reloaded. */
function listener(remote: string, version: string): string {
  const address = `${EVENTS_PATH}?have=${version}`;
  return `{const events=new EventSource(${JSON.stringify(address)});
events.addEventListener('release',(event)=>window.dispatchEvent(new CustomEvent('ezdash:remote-release',{detail:JSON.parse(event.data)})));
events.addEventListener('failed',(event)=>console.error(${JSON.stringify(`${remote} does not build`)}+'\\n'+JSON.parse(event.data)));}`;
}

/**
 * Puts the remote under development into the application's page: its entry in the registry, with the deployed release
 * to fall back to, the mark that allows swaps, and the listener, under the page's own nonce. The page's policy stays
 * as it is. Pages without a registry are left alone.
 */
export function rewritePage(html: string, remote: string, entry: RegistryEntry): string {
  const found = REGISTRY.exec(html);
  const nonce = /<script[^>]* nonce="([^"]+)"/.exec(html)?.[1];
  if (!found || !nonce) return html;
  const registry = JSON.parse(found[2] ?? '{}') as Registry;
  const deployed = registry[remote];
  if (deployed) {
    const { manifest: _manifest, preload: _preload, previous: _previous, ...previous } = deployed;
    registry[remote] = { ...entry, previous };
  } else {
    registry[remote] = entry;
  }
  const preloads = new RegExp(`<link rel="preload"[^>]* href="/remotes/${remote}/[^>]*>`, 'g');
  return html
    .replace(preloads, '')
    .replace(
      REGISTRY,
      () =>
        `<script type="application/json" id="registry" data-development="true"${found[1]}>${inline(registry)}</script>` +
        `<script nonce="${nonce}">${listener(remote, entry.version)}</script>`,
    );
}
