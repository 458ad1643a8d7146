import { useSession } from '@ezdash/store';

/** For password managers alone: whose password this is. */
export function AccountName() {
  const { user } = useSession();
  return (
    <input
      className="ez-sr"
      type="text"
      autoComplete="username"
      value={user?.email ?? ''}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
  );
}
