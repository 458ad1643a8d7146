import { listenForReleases } from './listenForReleases';
import { readPageRegistry } from './pageRegistry';

function pageWith(head: string): Document {
  return new DOMParser().parseFromString(`<!doctype html><html><head>${head}</head></html>`, 'text/html');
}

test('the registry, the route’s remote and the mark of development come from the page', () => {
  const page = pageWith(
    '<script type="application/json" id="registry" data-development="true" data-route-remote="mf-auth" data-route-module="App">{"mf-auth":{"version":"1.0.0"}}</script>',
  );
  expect(readPageRegistry(page)).toEqual({
    registry: { 'mf-auth': { version: '1.0.0' } },
    route: { remote: 'mf-auth', module: 'App' },
    development: true,
  });
});

test('a page that says nothing has no remotes and is no development page', () => {
  expect(readPageRegistry(pageWith(''))).toEqual({ registry: {}, route: null, development: false });
  expect(readPageRegistry(pageWith('<script type="application/json" id="registry">{}</script>'))).toEqual({
    registry: {},
    route: null,
    development: false,
  });
});

test('a release announced in the page is swapped in', () => {
  const swap = jest.fn(async () => true);
  listenForReleases(swap);
  const entry = { version: '0.0.0-dev.2' };
  window.dispatchEvent(new CustomEvent('ezdash:remote-release', { detail: { remote: 'mf-auth', entry } }));
  expect(swap).toHaveBeenCalledWith('mf-auth', entry);
});
