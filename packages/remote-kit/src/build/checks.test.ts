import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RemoteManifest } from '@ezdash/contracts';
import {
  checkFacadeImports,
  checkLocales,
  checkPageModules,
  checkTextsOfManifest,
  importedNames,
} from './checks';
import { checkRuntimeSource } from './compile';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'remote-kit-'));
  mkdirSync(path.join(folder, 'src/pages'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a text that one language lacks stops the build, and is named', () => {
  expect(() => checkLocales('mf-auth', { en: { page: { login: 'Sign in' } }, de: { page: {} } })).toThrow(
    'de.json: page.login',
  );
  expect(() => checkLocales('mf-auth', { en: { a: 'A' }, de: { a: 'B' } })).not.toThrow();
  expect(() => checkLocales('mf-auth', {})).not.toThrow();
});

test.each([
  ["import { Link, useParams as use } from 'react-router-dom';", ['Link', 'useParams']],
  ["import { type LinkProps, Link } from 'react-router-dom';", ['Link']],
  ["import type { LinkProps } from 'react-router-dom';", []],
  ['import {\n  Link,\n} from "react-router-dom";\nimport { useState } from \'react\';', ['Link']],
  ["export { Outlet } from 'react-router-dom';", ['Outlet']],
  ["import { Link } from './react-router-dom-like';", []],
])('names imported by %s', (source, names) => {
  expect(importedNames(source, 'react-router-dom')).toEqual(names);
});

test('what the shell does not share of a package stops the build', async () => {
  const facade = path.join(folder, 'facade.ts');
  writeFileSync(facade, "export { Link, Routes } from 'react-router';");
  writeFileSync(path.join(folder, 'src/pages/Fine.tsx'), "import { Link } from 'react-router-dom';");
  await expect(checkFacadeImports(folder, { 'react-router-dom': facade })).resolves.toBeUndefined();
  writeFileSync(path.join(folder, 'src/pages/Bad.tsx'), "import { useBlocker } from 'react-router-dom';");
  await expect(checkFacadeImports(folder, { 'react-router-dom': facade })).rejects.toThrow(
    'Bad.tsx imports useBlocker',
  );
});

test('a container that a loader has rewritten is not released', async () => {
  writeFileSync(path.join(folder, 'remoteEntry.js'), 'const merge=__name((a)=>a,"merge")');
  await expect(checkRuntimeSource(folder, ['remoteEntry.js'])).rejects.toThrow('was spoilt by a loader');
});

test('a title that no language has stops the build, and is named', () => {
  const manifest: RemoteManifest = {
    name: 'mf-weather',
    namespace: 'weather',
    contractVersion: 3,
    pages: [{ id: 'x', path: '/x', titleKey: 'weather:page.x', access: 'public', built: true }],
    navigation: [{ page: 'x', icon: 'grid', group: 2, labelKey: 'weather:page.y', roles: ['advertiser'] }],
  };
  const texts = { page: { x: 'X', y: 'Y' } };
  expect(() => checkTextsOfManifest(manifest, { en: texts, de: texts })).not.toThrow();
  expect(() => checkTextsOfManifest(manifest, { en: { page: { x: 'X' } } })).toThrow(
    'mf-weather: remote.manifest.ts names texts that src/locales lacks: page.y',
  );
  expect(() => checkTextsOfManifest({ ...manifest, namespace: 'wind' }, {})).not.toThrow();
});

test('a page whose module nothing exposes stops the build, and is named', () => {
  const page = { id: 'x', path: '/x', titleKey: 'debug:x', access: 'public' as const, built: true };
  const manifest = (pages: RemoteManifest['pages']): RemoteManifest => ({
    name: 'mf-debug',
    namespace: 'debug',
    contractVersion: 3,
    pages,
    navigation: [],
  });
  const exposes = { Console: './src/expose.Console.tsx' };
  expect(() => checkPageModules(manifest([{ ...page, module: 'Console' }]), exposes)).not.toThrow();
  expect(() => checkPageModules(manifest([]), exposes)).not.toThrow();
  expect(() => checkPageModules(manifest([page]), exposes)).toThrow('there is no src/expose.tsx');
  expect(() => checkPageModules(manifest([{ ...page, module: 'Desk' }]), exposes)).toThrow(
    'there is no src/expose.Desk.tsx',
  );
});
