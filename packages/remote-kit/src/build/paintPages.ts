import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Configuration, ExternalItem } from '@rspack/core';
import { webConfig } from './commonConfig';
import { compile } from './compile';
import type { Inspector } from './inspector';

interface PaintedPage {
  /** The module that shows the page, as the bundler names it. */
  source: string;
  /** Language → markup. */
  markup: Record<string, string>;
}

/** Address → what is painted of it. */
type PaintedPages = Record<string, PaintedPage>;

interface PaintParts {
  folder: string;
  outDir: string;
  inspector: Inspector;
}

/** Installed packages stay outside: Node finds them. */
const installed: ExternalItem = ({ request = '' }, callback) => {
  if (/^(\.|\/|@ezdash\/)/.test(request) || /^[A-Za-z]:[\\/]/.test(request)) return callback();
  callback(undefined, `module ${request}`);
};

/** `src/firstPaint.tsx` for Node, with the names of classes and the ids of elements that the browser's build has. */
function paintConfig({ folder, outDir, inspector }: PaintParts): Configuration {
  const common = webConfig({ folder, outDir, inspector });
  return {
    name: 'first-paint',
    mode: 'production',
    devtool: false,
    context: folder,
    entry: { paint: './src/firstPaint.tsx' },
    target: 'node20',
    output: {
      path: outDir,
      filename: '[name].mjs',
      chunkFilename: '[name].mjs',
      module: true,
      chunkFormat: 'module',
      library: { type: 'module' },
    },
    externals: [installed],
    resolve: { extensions: common.resolve?.extensions },
    module: {
      ...common.module,
      generator: { 'css/auto': { ...common.module?.generator?.['css/auto'], exportsOnly: true } },
    },
    optimization: { minimize: false, splitChunks: false },
    performance: false,
  };
}

/** Draws the pages that a build paints ahead of its scripts. */
export async function paintPages({ folder, outDir, inspector }: PaintParts): Promise<PaintedPages> {
  // Inside the workspace: from elsewhere Node would not find what is installed.
  const made = await mkdtemp(`${outDir}.paint-`);
  try {
    await compile(paintConfig({ folder, outDir: made, inspector }));
    // Else the installed packages run as for development.
    process.env.NODE_ENV ??= 'production';
    const { paint } = (await import(pathToFileURL(path.join(made, 'paint.mjs')).href)) as {
      paint: () => PaintedPages;
    };
    return paint();
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
