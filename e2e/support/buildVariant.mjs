// Starts buildVariant.ts with TypeScript for ES modules alone, as scripts/build/buildTarget.mjs does and for its reason.
import { register } from 'tsx/esm/api';

register();
await import('./buildVariant.ts');
