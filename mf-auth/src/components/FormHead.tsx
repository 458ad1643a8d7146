import { AppLink } from '@ezdash/ui';

interface FormHeadProps {
  title: string;
  /** "New here?" */
  question: string;
  /** Where the other half of the people goes. */
  href: string;
  action: string;
}

/** Title of a sign-in form, and the way to its sibling. */
export function FormHead({ title, question, href, action }: FormHeadProps) {
  return (
    <>
      <h1>{title}</h1>
      <p>
        {question}{' '}
        <AppLink className="ez-link-inline" href={href}>
          {action}
        </AppLink>
      </p>
    </>
  );
}
