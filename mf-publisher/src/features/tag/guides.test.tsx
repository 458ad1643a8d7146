import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformSync } from '@swc/core';
import { act, cleanup, render } from '@testing-library/react';
import * as react from 'react';
import { type ComponentType, type ReactNode, StrictMode } from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { guideCode } from './guides';

/** The code of the guides as a publisher would take it: translated, held against types, run. */

const TAG = 'https://ads.example/tag.js';
const BANNER = { id: 'z_0b5k', width: 300, height: 250 };
const FLUID = { id: 'z_0b5l', width: 0, height: 120 };
/** What Next.js says of the one module of its own that the guide names. */
const NEXT_TYPES = `declare module 'next/script' {
  import type { JSX, ScriptHTMLAttributes } from 'react';
  interface ScriptProps extends ScriptHTMLAttributes<HTMLScriptElement> {
    strategy?: 'afterInteractive' | 'lazyOnload' | 'beforeInteractive' | 'worker';
  }
  export default function Script(props: ScriptProps): JSX.Element | null;
}`;

type Exports = Record<string, ComponentType<{ children?: ReactNode }>>;
const codeOf = (guide: 'react' | 'next', label: string, zone = BANNER) =>
  guideCode(guide, zone, TAG).find((each) => each.label === label)?.code ?? '';

/** Runs a module of a guide with what it may import. */
function run(code: string): Exports {
  const { code: script } = transformSync(code, {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
    },
    module: { type: 'commonjs' },
  });
  const known: Record<string, unknown> = {
    react,
    'react/jsx-runtime': jsxRuntime,
    'next/script': {
      __esModule: true,
      default: ({ src, strategy }: { src: string; strategy: string }) => (
        <script async src={src} data-strategy={strategy} />
      ),
    },
  };
  const exports: Exports = {};
  new Function('require', 'exports', script)((name: string) => {
    if (!(name in known)) throw new Error(`The guide imports ${name}`);
    return known[name];
  }, exports);
  return exports;
}
function component(code: string, name: string): ComponentType<{ children?: ReactNode }> {
  const found = run(code)[name];
  if (!found) throw new Error(`The guide exports no ${name}`);
  return found;
}
const scripts = () => document.querySelectorAll(`script[src="${TAG}"]`);
const slots = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('ins.ez-ad[data-zone]')];
/** What the tag does to a slot. */
function fillSlot(slot: HTMLElement) {
  slot.dataset.ezState = 'filled';
  Object.assign(slot.style, { maxWidth: '100%', overflow: 'hidden' });
  slot.replaceChildren(Object.assign(document.createElement('a'), { textContent: 'An ad' }));
}

afterEach(() => {
  cleanup();
  for (const script of scripts()) script.remove();
  document.body.replaceChildren();
});

test('React: many slots bring the script once, with their places reserved', () => {
  const Banner = component(codeOf('react', 'component'), 'Ad');
  const Fluid = component(codeOf('react', 'component', FLUID), 'Ad');
  const { container } = render(
    <StrictMode>
      <Banner />
      <Banner />
      <Fluid />
    </StrictMode>,
  );
  expect(scripts()).toHaveLength(1);
  expect((scripts()[0] as HTMLScriptElement).async).toBe(true);
  expect(slots(container).map(({ dataset, style }) => [dataset.zone, style.width, style.height])).toEqual([
    ['z_0b5k', '300px', '250px'],
    ['z_0b5k', '300px', '250px'],
    ['z_0b5l', '100%', '120px'],
  ]);
});

describe.each([
  ['React', () => component(codeOf('react', 'component'), 'Ad')],
  ['Next.js', () => component(codeOf('next', 'nextSlot'), 'Ad')],
])('%s', (_, load) => {
  test('a page that is drawn anew leaves the ad in its slot', () => {
    const Ad = load();
    const { container, rerender } = render(<Ad />);
    const [slot] = slots(container);
    if (!slot) throw new Error('No slot');
    fillSlot(slot);
    rerender(<Ad />);
    expect(slots(container)).toEqual([slot]);
    expect(slot.textContent).toBe('An ad');
    expect(slot.dataset.ezState).toBe('filled');
  });

  test('a page from the server takes over a slot that the tag has filled before', async () => {
    const Ad = load();
    const host = document.createElement('main');
    host.innerHTML = renderToString(<Ad />);
    document.body.append(host);
    const [slot] = slots(host);
    if (!slot) throw new Error('No slot');
    fillSlot(slot);
    const wrong: unknown[] = [];
    const complain = jest.spyOn(console, 'error').mockImplementation((...words) => wrong.push(words));
    const root = await act(async () =>
      hydrateRoot(host, <Ad />, { onRecoverableError: (error) => wrong.push(error) }),
    );
    expect(wrong).toEqual([]);
    expect(slots(host)).toEqual([slot]);
    expect(slot.textContent).toBe('An ad');
    complain.mockRestore();
    await act(async () => root.unmount());
  });
});

test('Next.js: the layout has the page and the script once', () => {
  const Layout = component(codeOf('next', 'layout'), 'default');
  const Ad = component(codeOf('next', 'nextSlot', FLUID), 'Ad');
  const html = renderToString(
    <Layout>
      <Ad />
    </Layout>,
  );
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect(page.querySelectorAll(`script[src="${TAG}"][data-strategy="afterInteractive"]`)).toHaveLength(1);
  expect(slots(page)[0]?.style.height).toBe('120px');
});

test('the documents have the very same code, which a browser runs (e2e/oddPages.spec.ts)', () => {
  const document = readFileSync(path.resolve(__dirname, '../../../../docs/tag.md'), 'utf8');
  const blocks = (['react', 'next', 'wordpress'] as const).flatMap((guide) => guideCode(guide, BANNER, TAG));
  // The slot alone is the last line of a block.
  for (const { code, language, label } of blocks)
    expect(document).toContain(label === 'slot' ? code : `\`\`\`${language.toLowerCase()}\n${code}\n\`\`\``);
});

test('all of it holds against the types of React and of Next.js’ Script', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'guides-'));
  const modules = path.resolve(__dirname, '../../../../node_modules');
  const files = {
    'react.tsx': codeOf('react', 'component', FLUID),
    'layout.tsx': codeOf('next', 'layout'),
    'Ad.tsx': codeOf('next', 'nextSlot'),
    'next.d.ts': NEXT_TYPES,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        jsx: 'react-jsx',
        module: 'esnext',
        moduleResolution: 'bundler',
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: [],
        skipLibCheck: true,
        paths: { '*': [`${modules}/@types/*`, `${modules}/*`] },
      },
      include: ['*.ts', '*.tsx'],
    }),
  };
  const check = () => {
    try {
      return execFileSync(process.execPath, [path.join(modules, 'typescript/bin/tsc'), '-p', folder], {
        encoding: 'utf8',
      });
    } catch (error) {
      return (error as { stdout?: string }).stdout || String(error);
    }
  };
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    expect(check()).toBe('');
    // It would see what is wrong.
    writeFileSync(path.join(folder, 'layout.tsx'), files['layout.tsx'].replace('afterInteractive', 'after'));
    expect(check()).toContain('layout.tsx');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
