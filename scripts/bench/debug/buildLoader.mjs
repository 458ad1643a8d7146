// Starts buildLoader.ts with TypeScript for ES modules alone (why: scripts/build/buildTarget.mjs).
import { register } from 'tsx/esm/api';

register();
await import('./buildLoader.ts');
