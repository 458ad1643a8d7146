import type { Registry } from '@ezdash/contracts';
import { IconCheck, IconCopy, useCopy } from '@ezdash/ui';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../Facts';
import styles from './inspector.module.css';
import type { NamedComponent, Origin } from './resolveWay';

/** `mf-advertiser/src/features/campaigns/CampaignRow.tsx:42`, and a button that copies it. */
function Address({ file, line, component }: Pick<NamedComponent, 'file' | 'line' | 'component'>) {
  const { t } = useTranslation('debug');
  const address = `${file}:${line}`;
  const shown = useRef<HTMLElement>(null);
  const { state, said, copy } = useCopy(address);
  const Icon = state === 'copied' ? IconCheck : IconCopy;
  return (
    <span className={styles.address}>
      <code ref={shown} dir="ltr">
        {address}
      </code>
      <button
        type="button"
        className={styles.copy}
        aria-label={t('inspectorTab.copy', { component, address })}
        onClick={() => void copy(address, shown.current)}
      >
        <Icon size={14} stroke={1.7} aria-hidden />
      </button>
      <span className="ez-sr" role="status">
        {said}
      </span>
    </span>
  );
}

/** Who answers for a remote, as its manifest says. */
function teamOf(remote: string): string | null {
  try {
    const registry = JSON.parse(document.getElementById('registry')?.textContent ?? '{}') as Registry;
    return registry[remote]?.manifest.team ?? null;
  } catch {
    return null;
  }
}

/** Where an element is written, and what it belongs to. */
export function Source({ origin: { place, usedAt, boundary } }: { origin: Origin }) {
  const { t } = useTranslation('debug');
  const team = boundary && teamOf(boundary.remote);
  return (
    <Facts
      rows={[
        place ? [t('inspectorTab.component'), place.component] : null,
        place ? [t('inspectorTab.writtenAt'), <Address key="at" {...place} />] : null,
        place ? [t('inspectorTab.element'), <code key="element">{`<${place.element}>`}</code>] : null,
        usedAt ? [t('inspectorTab.usedAt'), <Address key="used" {...usedAt} />] : null,
        [
          t('inspectorTab.remote'),
          boundary ? `${boundary.remote} ${boundary.version}` : t('inspectorTab.shell'),
        ],
        boundary ? [t('inspectorTab.module'), boundary.module] : null,
        team ? [t('inspectorTab.team'), team] : null,
      ]}
    />
  );
}

/** The components around an element, the innermost first, each with the line the way leads through. */
export function Chain({ components }: { components: NamedComponent[] }) {
  const { t } = useTranslation('debug');
  if (components.length === 0) return <p className={styles.none}>{t('inspectorTab.noComponents')}</p>;
  return (
    <ol className={styles.list}>
      {components.map((component, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is of one moment, and one component may be in it twice
        <li key={at} className={styles.component}>
          <b>{component.component}</b>
          <Address {...component} />
        </li>
      ))}
    </ol>
  );
}
