/**
 * Bundler's loader, in front of the compiler: what it does to a text comes with its options, so that it needs no
 * TypeScript to be loaded.
 */
export default function inspectorLoader(source, map) {
  const { code, map: changed } = this.getOptions().mark(source, this.resourcePath, this.sourceMap);
  this.callback(null, code, changed ?? map);
}
