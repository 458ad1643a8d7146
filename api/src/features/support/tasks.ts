import { readFile } from 'node:fs/promises';
import { defineTask } from '../../platform/work';
import { fileTypeOf } from './attachments/fileType';

export const attachmentTask = defineTask(
  'attachment',
  async ({ path, name }: { path: string; name: string }) => fileTypeOf(await readFile(path), name),
);
