export interface NameParts {
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  username: string;
}

/** What staff call an account: its company, its person, or the name it was given. */
export function nameOfProfile({ first_name, last_name, company_name, username }: NameParts): string {
  const person = [first_name, last_name].flatMap((part) => part?.trim() || []).join(' ');
  return company_name?.trim() || person || username;
}
