import { z } from 'zod';
import { button, facts, type MailContent, paragraph, quote } from '../render/content';
import {
  campaign,
  campaignPath,
  frame,
  NAME,
  property,
  propertyPath,
  REASON,
  type TemplateTools,
  template,
} from './template';

const stop = { what: z.enum(['stopped', 'lifted']), reason: REASON };
type StopOf = 'campaign' | 'creative' | 'property' | 'zone';

/** What the network has stopped, or set free again: name and reason, and where it is answered. */
function stopMail(
  name: 'campaign-stopped' | 'property-stopped',
  tools: TemplateTools,
  {
    of,
    what,
    reason,
    rows,
    path,
  }: z.output<z.ZodObject<typeof stop>> & { of: StopOf; rows: [string, string][]; path: string },
): MailContent {
  const { words, link } = tools;
  const [[, subject]] = rows.slice(-1) as [[string, string]];
  const isStopped = what === 'stopped';
  return {
    ...frame(name, tools, [
      paragraph(words.t(`stop.${what}.${of}`)),
      facts(...rows),
      ...(isStopped ? [quote(reason), paragraph(words.t(`stop.next.${of}`))] : []),
      button(words.t('stop.button'), link(path)),
    ]),
    subject: words.t(`stop.${what}.subject`, { name: subject }),
    heading: words.t(`stop.${what}.heading`),
  };
}

export const campaignStopped = template(
  z.object({ ...campaign, ...stop, creative: NAME.nullable() }),
  ({ campaignId, campaign: name, creative, ...rest }, tools) => {
    const { t } = tools.words;
    const rows: [string, string][] = [[t('fact.campaign'), name]];
    if (creative !== null) rows.push([t('fact.creative'), creative]);
    const of = creative === null ? 'campaign' : 'creative';
    return stopMail('campaign-stopped', tools, { ...rest, of, rows, path: campaignPath(campaignId) });
  },
);

export const propertyStopped = template(
  z.object({ ...property, ...stop, zone: NAME.nullable() }),
  ({ propertyId, property: name, domain, zone, ...rest }, tools) => {
    const { t } = tools.words;
    const rows: [string, string][] = [
      [t('fact.domain'), domain],
      [t('fact.property'), name],
    ];
    if (zone !== null) rows.push([t('fact.zone'), zone]);
    const of = zone === null ? 'property' : 'zone';
    return stopMail('property-stopped', tools, { ...rest, of, rows, path: propertyPath(propertyId) });
  },
);
