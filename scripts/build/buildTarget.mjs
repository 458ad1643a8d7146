// Starts buildTarget.ts with TypeScript for ES modules alone. `node --import tsx` would also rewrite what the bundler
// requires, and the bundler copies the source of one of its functions into every container.
import { register } from 'tsx/esm/api';

register();
await import('./buildTarget.ts');
