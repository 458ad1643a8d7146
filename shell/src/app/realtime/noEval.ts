import { withoutEval } from '@ezdash/contracts';

// In a module of its own, so that it has run before `checkMessage.ts` gets the schemas.
withoutEval();
