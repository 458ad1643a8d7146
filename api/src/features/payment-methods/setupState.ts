import { ConflictError } from '../../platform/errors';
import type { GatewayMethod, GatewaySetup } from '../gateways';

const EXPIRED = ['SETUP_EXPIRED', 'This visit took too long. Add the method again'] as const;
const REFUSALS = {
  open: ['SETUP_OPEN', 'The visit to the payment gateway is not finished yet'],
  cancelled: ['SETUP_CANCELLED', 'The visit to the payment gateway was cancelled. Nothing was added'],
  declined: ['METHOD_DECLINED', 'The payment gateway declined this method. Use another one'],
  expired: EXPIRED,
} as const;

/** What the visit left; 409 when it left nothing. `isLate`: our own time for it is over. */
export function refuseUnlessDone(setup: GatewaySetup, isLate: boolean): GatewayMethod {
  if (setup.state === 'done') return setup.method;
  const [code, message] = setup.state === 'open' && isLate ? EXPIRED : REFUSALS[setup.state];
  throw new ConflictError(message, code);
}
