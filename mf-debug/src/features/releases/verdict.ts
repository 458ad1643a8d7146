import type { GateCheck, GateVerdict } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isCheck = (value: unknown): value is GateCheck =>
  isObject(value) &&
  typeof value.check === 'string' &&
  typeof value.detail === 'string' &&
  (value.outcome === 'passed' || value.outcome === 'failed' || value.outcome === 'skipped');

const isVerdict = (value: unknown): value is GateVerdict =>
  isObject(value) &&
  typeof value.passed === 'boolean' &&
  typeof value.shell_build === 'string' &&
  typeof value.checked_at === 'string' &&
  Array.isArray(value.checks) &&
  value.checks.every(isCheck);

/** The gate's verdict in an error that says it refused; null for any other error. */
export function refusalOf(error: unknown): GateVerdict | null {
  const known = toApiError(error);
  const verdict = known?.code === 'GATE_REFUSED' ? known.extra?.verdict : undefined;
  return isVerdict(verdict) ? verdict : null;
}

/** The checks of a verdict that came out like this, in their order. */
export const checksOf = ({ checks }: GateVerdict, outcome: GateCheck['outcome']): GateCheck[] =>
  checks.filter((check) => check.outcome === outcome);
