import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { transformSync } from '@swc/core';
import { compileTemplate, parse } from 'vue/compiler-sfc';
import type { Answer } from './oddPage';

const require = createRequire(import.meta.url);
const MODULES = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

/** React comes as CommonJS alone: all of it as one script that says what each name stands for. */
function commonJs(names: readonly string[]): string {
  const files = new Map<string, string>();
  const add = (file: string) => {
    if (files.has(file)) return;
    files.set(file, '');
    const { resolve } = createRequire(file);
    const source = readFileSync(file, 'utf8').replace(/\brequire\(['"]([^'"]+)['"]\)/g, (_, name: string) => {
      add(resolve(name));
      return `require(${JSON.stringify(resolve(name))})`;
    });
    files.set(file, `${JSON.stringify(file)}(module, exports, require, process) {\n${source}\n}`);
  };
  for (const name of names) add(require.resolve(name));
  return `globalThis.libraries = (() => {
const files = {${[...files.values()].join(',\n')}};
const made = {};
const load = (file) => {
  const module = made[file] ??= { exports: {} };
  if (!module.isMade) {
    module.isMade = true;
    files[file](module, module.exports, load, { env: { NODE_ENV: 'development' } });
  }
  return module.exports;
};
return {${names.map((name) => `${JSON.stringify(name)}: load(${JSON.stringify(require.resolve(name))})`).join()}};
})();`;
}

const asModule = (name: string) =>
  `import '/lib/react.js';
const library = globalThis.libraries[${JSON.stringify(name)}];
export default library;
export const { ${Object.keys(require(name)).join(', ')} } = library;`;

const file = (name: string) => () => readFileSync(require.resolve(name), 'utf8');
const VUE = require.resolve('vue').replace(/index\.js$/, 'dist/vue.esm-browser.js');

const LIBRARIES: Record<string, () => string> = {
  'react.js': () => commonJs(MODULES),
  ...Object.fromEntries(MODULES.map((name) => [`${name}.mjs`, () => asModule(name)])),
  'vue.mjs': () => readFileSync(VUE, 'utf8'),
  'turbo.mjs': file('@hotwired/turbo/dist/turbo.es2017-esm.js'),
  'htmx.js': file('htmx.org/dist/htmx.js'),
  'idiomorph.js': file('idiomorph/dist/idiomorph.js'),
};

const kept = new Map<string, string>();
/** What is at `/lib/{name}`. */
export function library(name: string): Answer | null {
  const make = LIBRARIES[name];
  if (!make) return null;
  const body = kept.get(name) ?? make();
  kept.set(name, body);
  return { body, type: 'text/javascript' };
}

/** For pages whose scripts name the libraries as their documents do. */
export const IMPORTS = `<script type="importmap">${JSON.stringify({
  imports: {
    ...Object.fromEntries(MODULES.map((name) => [name, `/lib/${name}.mjs`])),
    vue: '/lib/vue.mjs',
    '@hotwired/turbo': '/lib/turbo.mjs',
  },
})}</script>`;

/** What a publisher's build makes of their component, for their page (`es6`) or their server. */
const compile = (code: string, type: 'es6' | 'commonjs'): string =>
  transformSync(code, {
    filename: 'component.tsx',
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2022',
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type },
  }).code;
export const forPages = (code: string): string => compile(code, 'es6');

/** What a module exports, when it is run on a server. */
export function onServer(
  code: string,
  stubs: Record<string, unknown> = {},
): Record<string, (props: object) => never> {
  const module = { exports: {} };
  new Function('module', 'exports', 'require', compile(code, 'commonjs'))(
    module,
    module.exports,
    (name: string) => stubs[name] ?? require(name),
  );
  return module.exports;
}

/** A Vue component in a file of its own that has a template alone, as its compiler makes it. */
export const fromVue = (source: string): string => {
  const { template } = parse(source).descriptor;
  const { code } = compileTemplate({ source: template?.content ?? '', filename: 'Ad.vue', id: 'ad' });
  return `${code}\nexport default { render };`;
};
