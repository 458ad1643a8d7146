import { toApiError } from '@ezdash/store';
import {
  AppLink,
  CloseButton,
  ErrorState,
  IconSearch,
  Panel,
  TextInput,
  useDebouncedValue,
} from '@ezdash/ui';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useShellHelpArticlesQuery } from './help.api';
import styles from './help.module.css';
import { articleHref } from './useHelpPlace';

const DEBOUNCE_MS = 200;

/** Moves between the field and the links of what was found, as arrows are expected to. */
function moveFocus(event: KeyboardEvent, box: HTMLElement): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...box.querySelectorAll<HTMLElement>('input, a')];
  const at = stops.indexOf(event.target as HTMLElement);
  const next = stops[at + step];
  if (at === -1 || !next) return;
  event.preventDefault();
  next.focus();
}

function Hits({ q }: { q: string }) {
  const { t, i18n } = useTranslation('shell');
  // Found words stay in place until the next ones are found.
  const { data, currentData, error, isFetching, refetch } = useShellHelpArticlesQuery({
    q,
    locale: i18n.language,
  });
  const failure = toApiError(error);
  if (failure && !isFetching)
    return (
      <ErrorState
        level={3}
        title={t('help.searchFailed')}
        onRetry={() => void refetch()}
        requestId={failure.requestId}
      />
    );
  const hits = data?.articles ?? [];
  return (
    <>
      <p className={styles.found} role="status">
        {data ? t('help.found', { count: hits.length }) : ''}
      </p>
      {currentData && hits.length === 0 ? <p className={styles.none}>{t('help.foundNone', { q })}</p> : null}
      <ul className={styles.links}>
        {hits.map(({ slug, title, category, excerpt }) => (
          <li key={slug}>
            <AppLink href={articleHref(slug)}>
              <b>{title}</b>
              <span>{excerpt}</span>
              <small>{category}</small>
            </AppLink>
          </li>
        ))}
      </ul>
    </>
  );
}

interface ArticleSearchProps {
  q: string;
  onChange: (q: string) => void;
}

/** Finds articles while one types. Down goes into the list, up comes back, Escape empties the field. */
export function ArticleSearch({ q, onChange }: ArticleSearchProps) {
  const { t } = useTranslation('shell');
  const box = useRef<HTMLFormElement>(null);
  const [asked] = useDebouncedValue(q.trim(), DEBOUNCE_MS);
  const clear = () => {
    onChange('');
    box.current?.querySelector('input')?.focus();
  };
  return (
    <form
      ref={box}
      className={styles.search}
      aria-label={t('help.search')}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && q !== '') clear();
        else if (box.current) moveFocus(event, box.current);
      }}
    >
      <TextInput
        aria-label={t('help.search')}
        placeholder={t('help.search')}
        autoComplete="off"
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        rightSection={q === '' ? null : <CloseButton aria-label={t('help.clear')} onClick={clear} />}
        value={q}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {q.trim() === '' || asked === '' ? null : (
        <Panel flush label={t('help.results')}>
          <Hits q={asked} />
        </Panel>
      )}
    </form>
  );
}
