import { defineTask } from '../../platform/work';
import { fileTypeOf } from './attachments/fileType';

export const attachmentTask = defineTask('attachment', ({ bytes, name }: { bytes: Buffer; name: string }) =>
  fileTypeOf(bytes, name),
);
