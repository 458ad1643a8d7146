import type { ReactNode } from 'react';
import styles from './money.module.css';

interface Account {
  email: string;
  company: string;
}

/** What an account is called: its company, or the address it signs in with. */
export const accountName = ({ email, company }: Account): string => company || email;

/** Whose row it is; pressed, the row opens. */
export function AccountCell({
  account,
  under,
  onOpen,
}: {
  account: Account;
  /** A second line: when, which id. */
  under: ReactNode;
  onOpen?: () => void;
}) {
  const name = <bdi>{accountName(account)}</bdi>;
  return (
    <span className={styles.account}>
      {onOpen ? (
        <button type="button" className={styles.open} onClick={onOpen}>
          {name}
        </button>
      ) : (
        <b>{name}</b>
      )}
      <small>
        {account.company ? (
          <>
            <bdi>{account.email}</bdi>
            <br />
          </>
        ) : null}
        {under}
      </small>
    </span>
  );
}
