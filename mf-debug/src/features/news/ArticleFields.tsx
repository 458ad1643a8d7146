import { NEWS_AUDIENCES, NEWS_CATEGORIES, NEWS_LIMITS } from '@ezdash/contracts/constants';
import { anyDirection, Checkbox, type Form, Textarea, TextInput, useFormat } from '@ezdash/ui';
import { Select, Switch } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import type { ArticleValues } from './articleValues';
import styles from './news.module.css';

/** From here on it is said how much room is left. */
const NEARLY_FULL = NEWS_LIMITS.body * 0.8;
const BODY_ROWS = 18;

/** What an article is made of. */
export function ArticleFields({ form }: { form: Form<ArticleValues> }) {
  const { t } = useTranslation(['debug', 'ui']);
  const format = useFormat();
  const categories = NEWS_CATEGORIES.map((value) => ({ value, label: t(`ui:news.category.${value}`) }));
  const { onChange, ...category } = form.field('category');
  const used = form.values.body.trim().length;
  const room = t('news.room', { used: format.count(used), most: format.count(NEWS_LIMITS.body) });
  const { error: audienceError } = form.checkbox('advertiser');
  return (
    <>
      <TextInput
        {...form.field('title')}
        label={t('news.title')}
        ref={anyDirection}
        autoComplete="off"
        maxLength={NEWS_LIMITS.title}
      />
      <div className={styles.pair}>
        <Select
          {...category}
          onChange={(value) => onChange(value ?? form.values.category)}
          label={t('news.category')}
          data={categories}
          allowDeselect={false}
        />
        <fieldset className={styles.audiences}>
          <legend>{t('news.audience')}</legend>
          {NEWS_AUDIENCES.map((audience) => (
            <Checkbox
              key={audience}
              {...form.checkbox(audience)}
              error={audienceError !== undefined}
              label={t(`news.audiences.${audience}`)}
              aria-describedby={audienceError ? 'news-audience-error' : undefined}
            />
          ))}
          {audienceError ? (
            <p className={styles.fieldError} id="news-audience-error">
              {audienceError}
            </p>
          ) : null}
        </fieldset>
      </div>
      <Switch {...form.checkbox('pinned')} label={t('news.pin')} />
      <Textarea
        {...form.field('body')}
        label={t('news.body')}
        description={t('news.bodyHint')}
        ref={anyDirection}
        rows={BODY_ROWS}
        classNames={{ input: styles.body ?? '' }}
      />
      {used > NEARLY_FULL ? <p className={styles.room}>{room}</p> : null}
    </>
  );
}
