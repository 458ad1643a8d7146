#!/usr/bin/env node
// Starts the kit's commands with TypeScript for ES modules alone: another loader would rewrite what the bundler
// requires, and the bundler copies the source of one of its functions into every container.
import { register } from 'tsx/esm/api';

register();
await import('../src/cli/main.ts');
