import { toApiError } from '@ezdash/store';
import { AppLink, BlockSkeleton, Button, ErrorState, RichText, useFormat, usePageTitle } from '@ezdash/ui';
import { ConversationFrame } from '@ezdash/ui/conversation';
import { useTranslation } from 'react-i18next';
import { useShellHelpArticleQuery } from './help.api';
import styles from './help.module.css';
import { articleHref, HELP_PATH, NEW_HREF } from './useHelpPlace';

const BONES_PX = 360;

interface ArticlePaneProps {
  slug: string;
  /** Whether its reader may write to support. */
  mayWrite: boolean;
}

/** One article. */
export function ArticlePane({ slug, mayWrite }: ArticlePaneProps) {
  const { t, i18n } = useTranslation('shell');
  const format = useFormat();
  const { currentData, error, isFetching, refetch } = useShellHelpArticleQuery({
    slug,
    locale: i18n.language,
  });
  usePageTitle(currentData?.title ?? t('page.help'));
  const back = { href: HELP_PATH, label: t('page.help') };
  const failure = toApiError(error);
  if (!currentData) {
    const missing = failure?.status === 404;
    return (
      <ConversationFrame title={t('help.article')} back={back} grows>
        <div className={styles.instead}>
          {failure ? (
            <ErrorState
              level={3}
              title={t(missing ? 'help.articleMissing' : 'help.articleFailed')}
              onRetry={missing ? undefined : () => void refetch()}
              retrying={isFetching}
              requestId={missing ? undefined : failure.requestId}
            >
              {missing ? t('help.articleMissingText') : null}
            </ErrorState>
          ) : (
            <BlockSkeleton height={BONES_PX} />
          )}
        </div>
      </ConversationFrame>
    );
  }
  const { title, category, body, updated_on, related } = currentData;
  return (
    <ConversationFrame title={title} back={back} hint={<span className="ez-small">{category}</span>} grows>
      <article className={styles.prose}>
        <RichText text={body} headingLevel={3} />
        <p className="ez-small">{t('help.updated', { date: format.date(updated_on) })}</p>
      </article>
      <div className={styles.after}>
        {related.length > 0 ? (
          <section aria-labelledby="help-related">
            <h3 id="help-related">{t('help.related')}</h3>
            <ul>
              {related.map((other) => (
                <li key={other.slug}>
                  <AppLink href={articleHref(other.slug)}>{other.title}</AppLink>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {mayWrite ? (
          <div className={styles.ask}>
            {t('help.notAnswered')}{' '}
            <Button variant="default" component={AppLink} href={NEW_HREF}>
              {t('help.writeToSupport')}
            </Button>
          </div>
        ) : null}
      </div>
    </ConversationFrame>
  );
}
