import { Button } from '@ezdash/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Block, Facts } from '../Facts';
import styles from './inspector.module.css';
import type { Picked } from './lastPicked';
import { Overlay } from './Overlay';
import { Queries } from './Queries';
import { Chain, Source } from './Source';
import { Styles } from './Styles';
import { type Inspection, useInspector } from './useInspector';
import { usePicking } from './usePicking';

function About({ description }: Pick<Picked, 'description'>) {
  const { t } = useTranslation('debug');
  const { tag, id, classes, text, width, height } = description;
  const code = (value: string) => (
    <code key={value} className={styles.code} dir="ltr">
      {value}
    </code>
  );
  const none = t('inspectorTab.none');
  return (
    <Facts
      rows={[
        [t('inspectorTab.tag'), code(tag)],
        [t('inspectorTab.id'), id ? code(id) : none],
        [t('inspectorTab.classes'), classes.length > 0 ? code(classes.join(' ')) : none],
        [t('inspectorTab.text'), text ? <bdi key="text">{text}</bdi> : none],
        [t('inspectorTab.size'), t('inspectorTab.pixels', { width, height })],
      ]}
    />
  );
}

function MissingMaps({ missing }: Pick<Inspection, 'missing'>) {
  const { t } = useTranslation('debug');
  return missing.map(({ release, message, requestId }) => (
    <p key={release} className={styles.missing} role="alert">
      {t('inspectorTab.noMap', { release })} {message}
      {requestId ? <code> {requestId}</code> : null}
    </p>
  ));
}

function Results({ picked, origin, missing, isLoading }: Inspection) {
  const { t } = useTranslation('debug');
  if (!picked || !origin) return <p className={styles.empty}>{t('inspectorTab.empty')}</p>;
  return (
    <>
      <Block
        title={t('inspectorTab.elementTitle')}
        aside={picked.element.isConnected ? null : t('inspectorTab.gone')}
      >
        <About description={picked.description} />
      </Block>
      <Block title={t('inspectorTab.source')} aside={isLoading ? t('inspectorTab.loading') : null}>
        <MissingMaps missing={missing} />
        <Source origin={origin} />
      </Block>
      <Block title={t('inspectorTab.components')}>
        <Chain components={origin.components} />
      </Block>
      <Block title={t('inspectorTab.queries')}>
        <Queries queries={origin.queries} />
      </Block>
      <Block title={t('inspectorTab.styles')}>
        <Styles element={picked.element} />
      </Block>
    </>
  );
}

/** Makes the panel step aside: it must neither hide nor take what is picked. */
function useAside(active: boolean) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const panel = root.current?.closest('section');
    if (!active || !panel) return;
    panel.setAttribute('data-aside', '');
    return () => panel.removeAttribute('data-aside');
  }, [active]);
  return root;
}

/** Any element of the page, the tool's own apart: what it is, how it looks, who wrote it where, what it reads. */
export function InspectorTab() {
  const { t } = useTranslation('debug');
  const inspection = useInspector();
  const [picking, setPicking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const root = useAside(picking);
  const stop = useCallback(() => {
    setPicking(false);
    // The panel is hidden on small screens until this has been drawn.
    requestAnimationFrame(() => button.current?.focus());
  }, []);
  const target = usePicking(picking, {
    onPick: (element) => {
      inspection.pick(element);
      stop();
    },
    onEnd: stop,
  });
  const start = () => {
    inspection.prepare();
    setPicking(true);
  };
  const component = target && inspection.originOf(target).place?.component;
  const label = target ? [target.tagName.toLowerCase(), component].filter(Boolean).join(' · ') : '';
  return (
    <div ref={root}>
      <div className={styles.start}>
        <Button ref={button} onClick={start}>
          {t('inspectorTab.pick')}
        </Button>
        <span className={styles.hint}>{t('inspectorTab.keys')}</span>
      </div>
      <Results {...inspection} />
      {picking ? <Overlay target={target} label={label} onStop={stop} /> : null}
    </div>
  );
}
