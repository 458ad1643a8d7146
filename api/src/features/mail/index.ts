export { createMail, InvalidAddress, type Mail, type MailOptions, type MailRequest } from './createMail';
export { BadMailData } from './renderMail';
export { type NoticeReader, type SecurityNotice, securityNotice } from './securityNotice';
export type { TemplateData, TemplateName } from './templates/templates';
