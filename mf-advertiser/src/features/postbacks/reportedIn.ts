import { conversionStatusOf, conversionValue } from '@ezdash/contracts/constants';

interface Reported {
  value: string | null;
  status: string | null;
  /** What of it nobody can read: the conversion counts all the same. */
  unread: readonly ('value' | 'status')[];
}

/** What a report said of itself, by its parameters: the value as it was written, and the status. */
export function reportedIn(request: string): Reported {
  const said = new URLSearchParams(request.slice(request.indexOf('?') + 1));
  const [value, status] = ['value', 'status'].map((name) => said.get(name)?.trim() || null);
  const unread = [
    ...(value && conversionValue(value) === null ? (['value'] as const) : []),
    ...(status && conversionStatusOf(status) === null ? (['status'] as const) : []),
  ];
  return { value: value ?? null, status: status ?? null, unread };
}
