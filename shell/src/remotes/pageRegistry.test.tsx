import { readPageRegistry } from './pageRegistry';

function pageWith(head: string): Document {
  return new DOMParser().parseFromString(`<!doctype html><html><head>${head}</head></html>`, 'text/html');
}

test('the registry and the route’s remote come from the page', () => {
  const page = pageWith(
    '<script type="application/json" id="registry" data-route-remote="mf-auth" data-route-module="App">{"mf-auth":{"version":"1.0.0"}}</script>',
  );
  expect(readPageRegistry(page)).toEqual({
    registry: { 'mf-auth': { version: '1.0.0' } },
    route: { remote: 'mf-auth', module: 'App' },
  });
});

test('a page that says nothing has no remotes', () => {
  expect(readPageRegistry(pageWith(''))).toEqual({ registry: {}, route: null });
  expect(readPageRegistry(pageWith('<script type="application/json" id="registry">{}</script>'))).toEqual({
    registry: {},
    route: null,
  });
});
