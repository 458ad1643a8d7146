import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** Reads `.env` of the checkout, for a developer's machine. What the environment says already comes first. */
export function readEnvFile() {
  const file = path.join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
