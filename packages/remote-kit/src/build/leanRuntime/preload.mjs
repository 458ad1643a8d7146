/** In place of the runtime's own preloading: here the page's HTML names what is to be preloaded (a release's `modules`). */
const refuse = () => {
  throw new Error('Preloading is named by the page, not by the federation runtime');
};
export const defaultPreloadArgs = {};
export { refuse as formatPreloadArgs, refuse as normalizePreloadExposes, refuse as preloadAssets };
