// Public face of files.
export { admit } from './admit.ts';
export { sendFile } from './send-file.ts';
export type { FileRouteContext } from './admit.ts';
export { FileNotWhole, wholeFile } from './whole-file.ts';
export { announceBytes, attachFile, filesOf, forgetPlace, keysAt, storeBytes } from './attach-file.ts';
export { removeStrayBytes } from './stray-bytes.ts';
export type { StoredFile } from './attach-file.ts';
export { diskStore, sha256 } from './file-store.ts';
export type { FileStore } from './file-store.ts';
export { s3Store } from './s3-store.ts';
