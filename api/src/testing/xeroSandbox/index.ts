/** The local Xero, for development and tests alone; docs/xero-sandbox.md. */
export { startXeroSandbox } from './startXeroSandbox';
export type {
  Chaos,
  Exchange,
  Fault,
  FaultKind,
  Peak,
  SandboxLimits,
  SandboxOrganisation,
  SandboxState,
  XeroSandbox,
  XeroSandboxOptions,
} from './types';
export { FAULT_KINDS } from './types';
export type { InvoiceEvent, WebhookDelivery } from './webhooks';
