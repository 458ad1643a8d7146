// Starts watchRemote.ts with TypeScript for ES modules alone (why: bin/ezdash-remote.mjs).
import { register } from 'tsx/esm/api';

register();
await import('./watchRemote.ts');
