// Starts buildVariant.ts as scripts/build/buildTarget.mjs starts its own: with TypeScript for ES modules alone.
import { register } from 'tsx/esm/api';

register();
await import('./buildVariant.ts');
