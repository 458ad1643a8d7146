import { AppLink, Button, CodeBlock, Drawer, Panel } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import classes from './partners.module.css';
import { PARTNER_TOOLS, type PartnerTool } from './tools';

const GUIDE = 'guide';

function ToolGuide({ tool, onClose }: { tool: PartnerTool; onClose: () => void }) {
  const { t } = useTranslation('publisher');
  const { id, code, guide } = tool;
  const name = tool.name ?? t(`partners.tool.${id}.name`);
  const steps = Array.from({ length: tool.steps }, (_, index) => index + 1);
  return (
    <Drawer opened onClose={onClose} title={t('partners.guideOf', { name })} width={620}>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>
            <p>{t(`partners.tool.${id}.step${step}`)}</p>
            {code?.step === step ? (
              <CodeBlock
                code={code.text(window.location.origin)}
                label={t('partners.codeLabel')}
                language={code.language}
              />
            ) : null}
          </li>
        ))}
      </ol>
      {code ? (
        <p className={classes.quiet}>
          {t('partners.zoneHint')} <AppLink href="/publisher/properties">{t('page.properties')}</AppLink>
        </p>
      ) : null}
      <p className={classes.quiet}>
        <b>{t('partners.knowFirst')}</b> {t(`partners.tool.${id}.limits`)}
      </p>
      {guide ? (
        <p className={classes.quiet}>
          <a href={guide} target="_blank" rel="noreferrer">
            {t('partners.theirGuide', { name })}
          </a>
        </p>
      ) : null}
    </Drawer>
  );
}

/** Tools that work with the network, with a guide each; and what does not. */
export function ToolsPanel() {
  const { t } = useTranslation('publisher');
  const [search, setSearch] = useSearchParams();
  const open = (id: string | null) =>
    setSearch(id === null ? {} : { [GUIDE]: id }, { preventScrollReset: true });
  const opened = PARTNER_TOOLS.find(({ id }) => id === search.get(GUIDE));
  return (
    <section aria-labelledby="partner-tools">
      <h2 id="partner-tools" className={classes.title}>
        {t('partners.tools')}
      </h2>
      <ul className={classes.cards}>
        {PARTNER_TOOLS.map((tool) => {
          const name = tool.name ?? t(`partners.tool.${tool.id}.name`);
          return (
            <li key={tool.id}>
              <Panel title={name}>
                <div className={classes.card}>
                  <p>{t(`partners.tool.${tool.id}.text`)}</p>
                  <Button variant="default" onClick={() => open(tool.id)}>
                    {t('partners.guideOf', { name })}
                  </Button>
                </div>
              </Panel>
            </li>
          );
        })}
      </ul>
      <p className={classes.quiet}>{t('partners.notYet')}</p>
      {opened ? <ToolGuide tool={opened} onClose={() => open(null)} /> : null}
    </section>
  );
}
