import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../Facts';
import { readOtherStyles, readStyles, STYLE_GROUPS, type StyleGroup } from './describeElement';
import styles from './inspector.module.css';

const GROUPS = Object.keys(STYLE_GROUPS) as StyleGroup[];

function Values({ values }: { values: [name: string, value: string][] }) {
  return (
    <Facts
      rows={values.map(([name, value]) => [
        name,
        <span key={name} className={styles.value} dir="ltr">
          {/color/.test(name) ? (
            <i className={styles.swatch} style={{ background: value }} aria-hidden />
          ) : null}
          {value}
        </span>,
      ])}
    />
  );
}

function OtherStyles({ element }: { element: Element }) {
  const { t } = useTranslation('debug');
  const [open, setOpen] = useState(false);
  const values = useMemo(() => (open ? readOtherStyles(element) : []), [open, element]);
  return (
    <details className={styles.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('inspectorTab.otherStyles')}</summary>
      <Values values={values} />
    </details>
  );
}

/** Computed styles as they were when the element was picked, by group; all others on demand. */
export function Styles({ element }: { element: Element }) {
  const { t } = useTranslation('debug');
  const groups = useMemo(
    () => GROUPS.map((group) => ({ group, values: readStyles(element, group) })),
    [element],
  );
  return (
    <>
      {groups.map(({ group, values }) => (
        <section key={group} className={styles.group} aria-label={t(`inspectorTab.group.${group}`)}>
          <h4>{t(`inspectorTab.group.${group}`)}</h4>
          <Values values={values} />
        </section>
      ))}
      <OtherStyles key={element.tagName} element={element} />
    </>
  );
}
