// Imported in front of a command: reads `.env` of the checkout, for a developer's machine. What the environment says already
// comes first. Tests and benches start the server without it.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

const file = path.join(root, '.env');
if (existsSync(file)) process.loadEnvFile(file);
