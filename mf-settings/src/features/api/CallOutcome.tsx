import { CodeBlock, Notice, Panel, type Tone, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import settings from '../../components/settings.module.css';
import classes from './api.module.css';
import { CALL_TIMEOUT_MS, type CallAnswer, type CallState } from './useCall';

/** More than this is slow to draw and read by nobody. */
const SHOWN_CHARACTERS = 40_000;

function toneOf(status: number): Tone {
  if (status < 300) return 'ok';
  return status < 500 ? 'warn' : 'bad';
}

function Answer({ answer }: { answer: CallAnswer }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const { status, ms, headers, body } = answer;
  const cut = body.length > SHOWN_CHARACTERS;
  return (
    <Panel title={t('tryApi.answer')}>
      <div className={classes.answer}>
        <p className={classes.outcome} role="status">
          <b data-tone={toneOf(status)}>{t('tryApi.status', { status })}</b>
          <span>{t('tryApi.took', { ms: format.count(ms) })}</span>
        </p>
        {headers.length > 0 ? (
          <dl className={settings.facts} dir="ltr">
            {headers.map(([name, value]) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd className="ez-mono">{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {body === '' ? (
          <p className="ez-small">{t('tryApi.emptyBody')}</p>
        ) : (
          <CodeBlock
            code={cut ? body.slice(0, SHOWN_CHARACTERS) : body}
            label={t('tryApi.answerBody')}
            language="JSON"
          />
        )}
        {cut ? (
          <p className="ez-small">
            {t('tryApi.cut', {
              shown: format.count(SHOWN_CHARACTERS),
              all: format.count(body.length),
            })}
          </p>
        ) : null}
      </div>
    </Panel>
  );
}

/** What came of the last call. */
export function CallOutcome({ state }: { state: CallState }) {
  const { t } = useTranslation('settings');
  if (state.phase === 'answered') return <Answer answer={state.answer} />;
  if (state.phase !== 'failed') return null;
  if (state.failure === 'cancelled')
    return (
      <Notice tone="info" title={t('tryApi.cancelled')}>
        {t('tryApi.cancelledHint')}
      </Notice>
    );
  const timeout = state.failure === 'timeout';
  return (
    <Notice tone="bad" title={t('tryApi.failed')}>
      {timeout ? t('tryApi.timeout', { seconds: CALL_TIMEOUT_MS / 1000 }) : t('tryApi.network')}
    </Notice>
  );
}
