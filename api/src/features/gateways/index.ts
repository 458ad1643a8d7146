/** Who takes money in and keeps cards and bank accounts: the gateways, behind two interfaces. */
export {
  type ChargeOrder,
  type CheckoutOrder,
  type GatewayGiveBack,
  type GatewayNotice,
  type GatewayPayment,
  type PaymentGateway,
  type RefundOrder,
  WebhookRefused,
} from './PaymentGateway';
