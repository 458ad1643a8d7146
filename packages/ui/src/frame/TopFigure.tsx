import { AppLink } from '../parts/AppLink';

interface TopFigureProps {
  /** "Balance". */
  label: string;
  /** "$4,218.40". */
  value: string;
  /** "about 6 days". */
  hint?: string;
  href?: string;
}

/** The one figure of the top bar: an advertiser's balance, a publisher's payable. On a phone the value alone. */
export function TopFigure({ label, value, hint, href }: TopFigureProps) {
  const content = (
    <>
      <span>{label}</span> <b>{value}</b> {hint ? <small>{hint}</small> : null}
    </>
  );
  if (!href) return <span className="ez-balance">{content}</span>;
  return (
    <AppLink className="ez-balance" href={href} aria-label={[label, value, hint].filter(Boolean).join(' ')}>
      {content}
    </AppLink>
  );
}
