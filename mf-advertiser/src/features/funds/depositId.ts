import type { DepositRequest } from '@ezdash/contracts';

type DepositContent = Omit<DepositRequest, 'deposit_id'>;

/** One a person, until the tab is closed: a deposit that may have arrived although no answer came. */
const keyOf = (userId: number) => `ezdash_deposit_${userId}`;

/** A UUID of version 4; also where the page came over plain http, which knows no randomUUID. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => {
    if (at === 6) return ((byte & 0x0f) | 0x40).toString(16).padStart(2, '0');
    if (at === 8) return ((byte & 0x3f) | 0x80).toString(16).padStart(2, '0');
    return byte.toString(16).padStart(2, '0');
  }).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const textOf = ({ amount_micros, gateway, method_id, promo_code }: DepositContent) =>
  JSON.stringify([amount_micros, gateway, method_id ?? null, promo_code ?? null]);

/** Where the tab refuses to keep anything, the page at least remembers. */
let remembered: Record<string, string> = {};

function read(userId: number): { id: string; content: string } | null {
  try {
    const kept: unknown = JSON.parse(
      sessionStorage.getItem(keyOf(userId)) ?? remembered[keyOf(userId)] ?? 'null',
    );
    if (typeof kept !== 'object' || kept === null) return null;
    const { id, content } = kept as Record<string, unknown>;
    return typeof id === 'string' && typeof content === 'string' ? { id, content } : null;
  } catch {
    return null;
  }
}

/**
 * The id to send a deposit with: the same for the same content until the server has answered, so that pressing twice,
 * or reloading after the network failed, makes no second payment; another content is another deposit.
 */
export function depositIdFor(userId: number, deposit: DepositContent): string {
  const content = textOf(deposit);
  const kept = read(userId);
  if (kept?.content === content) return kept.id;
  const id = newUuid();
  const text = JSON.stringify({ id, content });
  remembered = { ...remembered, [keyOf(userId)]: text };
  try {
    sessionStorage.setItem(keyOf(userId), text);
  } catch {
    // the page remembers it
  }
  return id;
}

/** The server has taken it: what is paid in next is another deposit, also of the same amount. */
export function forgetDepositId(userId: number): void {
  remembered = {};
  try {
    sessionStorage.removeItem(keyOf(userId));
  } catch {
    // nothing was kept
  }
}
