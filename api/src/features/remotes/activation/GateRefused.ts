import type { GateVerdict } from '@ezdash/contracts';
import { AppError } from '../../../platform/errors';

/** 409: the gate does not let a release through; its verdict stands beside the error's own fields. */
export class GateRefused extends AppError {
  constructor(readonly verdict: GateVerdict) {
    super(409, 'GATE_REFUSED', 'The gate does not let this release through', { beside: { verdict } });
  }
}
