import { defineTask } from '../../platform/work';
import { renderDocument } from './pdf/renderDocument';

/** Names, addresses and notes are their owners', and each sign of them is laid out. */
export const pdfTask = defineTask('pdf', renderDocument);
