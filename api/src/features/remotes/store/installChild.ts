import { filesOf } from '../publish/testArchive';
import { createDiskStore } from './diskStore';

/** A publication as a process of its own, to be killed in the middle of its files: `installChild.ts FOLDER VERSION`. */
const [, , folder = '', version = ''] = process.argv;
const MANY = 5_000;
const { release, digest, files } = filesOf('one');
const more = Array.from({ length: MANY }, (_, index) => [`${index}.js`, Buffer.alloc(20_000, 'x')] as const);
await createDiskStore(folder).install({ release, digest, files: new Map([...files, ...more]) }, version);
