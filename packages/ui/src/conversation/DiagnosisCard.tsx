import type { Finding, Message } from '@ezdash/contracts';
import { AppLink, Button, useFormat } from '@ezdash/ui';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './conversation.module.css';
import { useFindingText } from './useFindingText';

export interface SomethingElse {
  /** Asks for a person. */
  onAsk: () => void;
  asking: boolean;
}

interface DiagnosisCardProps {
  message: Message;
  /** The reader's own figures, or those of the customer they answer. */
  own: boolean;
  /** Null: a person was asked already, or the card is not for its reader to act on. */
  somethingElse: SomethingElse | null;
}

interface FindingViewProps {
  finding: Finding;
  own: boolean;
}

function FindingView({ finding, own }: FindingViewProps) {
  const { t } = useTranslation('ui');
  const { sentence, rows } = useFindingText()(finding);
  const { action } = finding;
  return (
    <div className={styles.finding}>
      <p dir="auto">{sentence}</p>
      {rows.length > 0 ? (
        <dl>
          {rows.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </Fragment>
          ))}
        </dl>
      ) : null}
      {own && action ? (
        <Button variant="default" component={AppLink} href={action.href}>
          {t(`conversation.action.${action.kind}`)}
        </Button>
      ) : null}
    </div>
  );
}

/** What the network found by itself, with the figures it is sure of and the way to act on them. */
export function DiagnosisCard({ message, own, somethingElse }: DiagnosisCardProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  return (
    <div className={styles.diagnosis}>
      <h3>{t(own ? 'conversation.diagnosis.title' : 'conversation.diagnosis.titleOther')}</h3>
      {message.findings.map((finding) => (
        <FindingView key={`${finding.kind}-${finding.subject?.id ?? ''}`} finding={finding} own={own} />
      ))}
      {somethingElse ? (
        <div className={styles.somethingElse}>
          <Button variant="subtle" onClick={somethingElse.onAsk} loading={somethingElse.asking}>
            {t('conversation.diagnosis.somethingElse')}
          </Button>
        </div>
      ) : null}
      <p className={styles.foot}>
        {t(somethingElse ? 'conversation.diagnosis.footAlone' : 'conversation.diagnosis.foot')} ·{' '}
        <time dateTime={message.sent_at}>{format.time(message.sent_at)}</time>
      </p>
    </div>
  );
}
