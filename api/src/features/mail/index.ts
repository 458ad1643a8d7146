export { createMail, InvalidAddress, type Mail, type MailOptions, type MailRequest } from './createMail';
export { BadMailData } from './renderMail';
export type { TemplateData, TemplateName } from './templates/templates';
