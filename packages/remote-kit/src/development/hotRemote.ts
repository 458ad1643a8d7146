// First script of a remote from the development server: takes new modules whenever the page's client is told of them.
// Each bundle has an emitter of its own, and the client, which is in the page once, tells all by a message.
import '@rspack/core/hot/dev-server.js';
import { emitter } from '@rspack/core/hot/emitter.js';

const UPDATE = 'webpackHotUpdate';

window.addEventListener('message', ({ data, origin }) => {
  if (origin === window.location.origin && typeof data === 'string' && data.startsWith(UPDATE))
    emitter.emit(UPDATE, data.slice(UPDATE.length));
});
