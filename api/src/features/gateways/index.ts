/** Who takes money in and keeps cards and bank accounts: the gateways, behind two interfaces. */
export { type CallPolicy, callGateway, GATEWAY_POLICY } from './callGateway';
export { createGateways, type GatewayExport, type Gateways, type GatewaysDeps } from './createGateways';
export {
  type Gateway,
  type GatewayMethod,
  GatewayRefused,
  type GatewaySetup,
  type PaymentKind,
  type SetupOrder,
} from './Gateway';
export {
  type ChargeOrder,
  type CheckoutOrder,
  type GatewayGiveBack,
  type GatewayNotice,
  type GatewayPayment,
  type PaymentGateway,
  type RefundOrder,
  type WebhookHeaders,
  WebhookRefused,
} from './PaymentGateway';
export type { Pace } from './sandbox/scenarios';
export type { StripeSettings } from './stripe/createStripeGateways';
export { BANK_TRANSFER } from './transfer/bankTransfer';
