// buildVariant.ts <witness | bare> <folder>: shell and remotes as they are built for production but for one difference.
import path from 'node:path';
import { buildRemote, buildShell, readPackage, remoteNames, rootDir } from '@ezdash/remote-kit/build';
import type { Configuration, RuleSetRule } from '@rspack/core';

type Rules = NonNullable<NonNullable<Configuration['module']>['rules']>;
type Adjust = (config: Configuration) => Configuration;

const isRule = (rule: Rules[number]): rule is RuleSetRule => typeof rule === 'object' && rule !== null;
const withRules = (config: Configuration, change: (rules: Rules) => Rules): Configuration => ({
  ...config,
  module: { ...config.module, rules: change(config.module?.rules ?? []) },
});

/** swc's own transform for development says where an element is written; nothing else becomes what it is there. */
const WITNESS_JSX = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic', development: true } },
    target: 'es2022',
  },
};

const witness: Adjust = (config) => ({
  ...withRules(config, (rules) =>
    rules.map((rule) =>
      isRule(rule) && rule.loader === 'builtin:swc-loader' ? { ...rule, options: WITNESS_JSX } : rule,
    ),
  ),
  resolve: {
    ...config.resolve,
    alias: {
      ...config.resolve?.alias,
      'react/jsx-dev-runtime$': path.join(import.meta.dirname, 'witnessRuntime.ts'),
    },
  },
});

/** Without the ids. */
const bare: Adjust = (config) =>
  withRules(config, (rules) => rules.filter((rule) => !(isRule(rule) && rule.enforce === 'pre')));

const [, , variant = '', folder = ''] = process.argv;
const adjust = { witness, bare }[variant];
if (!adjust || !folder) throw new Error('buildVariant.ts <witness | bare> <folder>');

const buildId = '0'.repeat(12);
for (const name of ['shell', ...remoteNames()]) {
  const options = {
    folder: path.join(rootDir, name),
    outDir: path.join(folder, name, 'dist'),
    version: readPackage(name).version,
    buildId,
    adjust,
  };
  await (name === 'shell' ? buildShell(options) : buildRemote(options));
}
