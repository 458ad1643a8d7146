import type { PropertyVerification, VerificationFinding } from '@ezdash/contracts';
import { CodeBlock, IconAlertTriangle, IconCheck, Panel } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './verification.module.css';

/** What the last look found by this way, and what to do about it. */
function Found({ finding }: { finding: VerificationFinding | undefined }) {
  const { t } = useTranslation('publisher');
  if (!finding) return null;
  const { outcome, method, status, address, seen } = finding;
  const isFound = outcome === 'found';
  // A newer server may find what this release has no words for.
  const words = t([`verification.outcome.${outcome}`, 'verification.outcome.broken'], {
    status,
    seen: seen ?? '',
    where: t(`verification.where.${method}`),
  });
  return (
    <p className={classes.finding} data-found={isFound}>
      {isFound ? (
        <IconCheck size={16} stroke={2.4} aria-hidden />
      ) : (
        <IconAlertTriangle size={16} stroke={2} aria-hidden />
      )}
      <span>
        {words}
        <small>
          <bdi dir="ltr">{address}</bdi>
        </small>
      </span>
    </p>
  );
}

interface MethodProps {
  title: string;
  how: string;
  finding: VerificationFinding | undefined;
  children: ReactNode;
}

function Method({ title, how, finding, children }: MethodProps) {
  return (
    <section className={classes.method}>
      <h3>{title}</h3>
      <p className={classes.quiet}>{how}</p>
      {children}
      <Found finding={finding} />
    </section>
  );
}

/** The three ways, each with what to copy; one is enough. */
export function Methods({ verification }: { verification: PropertyVerification }) {
  const { t } = useTranslation('publisher');
  const { findings, state, meta_tag: tag, file, dns } = verification;
  // Of a verified site the other ways are no trouble, while one of them shows it.
  const isShown = state === 'verified' && findings.some(({ outcome }) => outcome === 'found');
  const findingOf = (wanted: VerificationFinding['method']) =>
    findings.find(({ method, outcome }) => method === wanted && (!isShown || outcome === 'found'));
  const [name = ''] = dns.names;
  return (
    <Panel title={t('verification.methods')} hint={t('verification.oneIsEnough')}>
      <div className={classes.stack}>
        <Method
          title={t('verification.meta.title')}
          how={t('verification.meta.how')}
          finding={findingOf('meta')}
        >
          <CodeBlock code={tag} label={t('verification.meta.label')} />
        </Method>
        <Method
          title={t('verification.file.title')}
          how={t('verification.file.how')}
          finding={findingOf('file')}
        >
          <CodeBlock code={file.url} label={t('verification.file.where')} language="URL" />
          <CodeBlock code={file.content} label={t('verification.file.label')} language="TXT" />
        </Method>
        {dns.names.length > 0 ? (
          <Method
            title={t('verification.dns.title')}
            how={t('verification.dns.how', { names: dns.names.join(', ') })}
            finding={findingOf('dns')}
          >
            <CodeBlock code={name} label={t('verification.dns.name')} language="DNS" />
            <CodeBlock code={dns.value} label={t('verification.dns.label')} language="TXT" />
          </Method>
        ) : null}
      </div>
    </Panel>
  );
}
