import { z } from 'zod';
import type { Block, MailContent } from '../render/content';
import type { WordKey, Words } from './words';

export interface TemplateTools {
  words: Words;
  appName: string;
  /** An address of the app by its path: from APP_URL, never from a request. */
  link(path: string, query?: Readonly<Record<string, string>>): string;
}

export interface Template<S extends z.ZodType> {
  data: S;
  build(data: z.output<S>, tools: TemplateTools): MailContent;
}

export const TOKEN = z.string().regex(/^[\w.~-]{16,512}$/);
export const MINUTES = z.int().positive();
/** ISO 8601 with its offset; JSON keeps it as text. */
export const TIME = z.iso.datetime({ offset: true });
/** IANA name of the reader's zone; what is none is read as UTC. */
export const TIME_ZONE = z.string().max(64);
export const NAME = z.string().trim().min(1).max(200);
export const ID = z.string().regex(/^[a-z]+_[0-9a-z]{3,12}$/);
export const campaign = { campaignId: ID, campaign: NAME };
export const property = { propertyId: ID, property: NAME, domain: z.string().trim().min(1).max(253) };
export const campaignPath = (id: string) => `/advertiser/campaigns/${id}`;
export const propertyPath = (id: string) => `/publisher/properties/${id}`;
export const REASON = z.string().trim().min(1).max(2_000);

/** What a mail is filled with, and how it reads. */
export const template = <S extends z.ZodType>(
  data: S,
  build: (data: z.output<S>, tools: TemplateTools) => MailContent,
): Template<S> => ({ data, build });

/** Subject, heading and footer of a template, by its name. */
export function frame<Name extends TemplateFrame>(
  name: Name,
  { words: { t }, appName }: TemplateTools,
  blocks: Block[],
  values: Readonly<Record<string, string>> = {},
): MailContent {
  return {
    subject: t(`${name}.subject`, values),
    heading: t(`${name}.heading`),
    blocks,
    why: t(`${name}.why`, { appName }),
  };
}
type TemplateFrame = WordKey extends infer Key ? (Key extends `${infer Name}.why` ? Name : never) : never;
