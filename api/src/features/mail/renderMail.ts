import type { z } from 'zod';
import { type Block, cleanSubject, cleanText, type MailContent, type MailFile } from './render/content';
import { renderHtml } from './render/renderHtml';
import { renderText } from './render/renderText';
import { TEMPLATES, type TemplateName, type TemplateTools } from './templates/templates';
import { mailLocale, wordsOf } from './templates/words';

export interface MailSite {
  appName: string;
  /** Where people reach the app, without a slash at the end: all links begin with it. */
  appUrl: string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  files: MailFile[];
}

/** The data is not what the template takes. Says which fields are wrong, never what they hold. */
export class BadMailData extends Error {
  override readonly name = 'BadMailData';
}

interface AnyTemplate {
  data: z.ZodType;
  build(data: unknown, tools: TemplateTools): MailContent;
}

function cleanBlock(block: Block): Block {
  if (block.kind === 'facts')
    return {
      ...block,
      rows: block.rows.map(({ label, value }) => ({ label, value: cleanText(value).replaceAll('\n', ' ') })),
    };
  if (block.kind === 'button' || block.kind === 'link') return block;
  return { ...block, text: cleanText(block.text) };
}

/** The data as the template reads it; throws BadMailData. */
export function checkMailData(template: TemplateName, data: unknown): unknown {
  const result = TEMPLATES[template].data.safeParse(data);
  if (result.success) return result.data;
  const fields = result.error.issues.map(
    ({ path, code }) => `${path.map(String).join('.') || 'data'} (${code})`,
  );
  throw new BadMailData(`The template ${template} does not take this: ${fields.join(', ')}`);
}

/** Text and HTML of a mail from one source. Throws BadMailData when the data does not fit the template. */
export function renderMail(
  { appName, appUrl }: MailSite,
  mail: { template: TemplateName; locale: string; data: unknown },
): RenderedMail {
  const words = wordsOf(mailLocale(mail.locale));
  // Each template's schema has just said that the data is its own; the union of all of them cannot.
  const template = TEMPLATES[mail.template] as unknown as AnyTemplate;
  const tools: TemplateTools = {
    words,
    appName,
    link: (path, query = {}) => {
      const search = new URLSearchParams(query).toString();
      return `${appUrl}${path}${search && `?${search}`}`;
    },
  };
  const built = template.build(checkMailData(mail.template, mail.data), tools);
  const content: MailContent = {
    ...built,
    subject: cleanSubject(built.subject),
    blocks: built.blocks.map(cleanBlock),
  };
  return {
    subject: content.subject,
    text: renderText(content, appName),
    html: renderHtml(content, { locale: words.locale, appName, copyLink: words.t('layout.copyLink') }),
    files: content.files ?? [],
  };
}
