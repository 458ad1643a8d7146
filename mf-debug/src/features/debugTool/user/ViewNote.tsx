import { bootstrap } from '@ezdash/store';
import { BusyButton } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { Block } from '../Facts';
import { FailureNote } from '../FailureNote';
import parts from '../parts.module.css';
import { useClock } from '../useClock';
import { useView } from './useView';

/** With whose eyes the page is seen, until when, and the way out; nothing when it is one's own. */
export function ViewNote() {
  const { t } = useTranslation('debug');
  const clock = useClock();
  const { busy, problem, stop } = useView();
  const { view } = bootstrap();
  if (!view) return null;
  return (
    <Block title={t('view.on')}>
      <div className={parts.stack}>
        <div className={parts.row}>
          <span>
            <bdi>{view.user.name}</bdi> (<bdi>{view.user.email}</bdi>)
            <small>{t('view.readOnly', { time: clock.time(view.ends_at) })}</small>
          </span>
          <BusyButton variant="default" busy={busy === 'end'} onClick={() => void stop()}>
            {t('view.stop')}
          </BusyButton>
        </div>
        {problem ? <FailureNote failure={problem.failure} error={problem.error} /> : null}
      </div>
    </Block>
  );
}
