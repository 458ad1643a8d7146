export { readZip, type Unzipped, type ZipFile, type ZipLimits, type ZipTrouble } from './readZip';
