// What other modules may ask of files.
export { attachFile, filesOf, storeBytes } from './attach-file.ts';
export type { StoredFile } from './attach-file.ts';
export { diskStore } from './file-store.ts';
export type { FileStore } from './file-store.ts';
export { s3Store } from './s3-store.ts';
