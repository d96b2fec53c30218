// Files in the contract.
import { objectType } from '../graphql/builder.ts';
import { allByKey } from '../graphql/lookup.ts';
import { filesOf, type StoredFile } from './attach-file.ts';
import { columns } from '../graphql/columns.ts';

export const filesOfSource = allByKey(filesOf, (file) => file.source_id);

export const FileType = objectType<StoredFile>('File', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  ...columns(t, 'String', 'filename', 'content_type', 'sha256'),
  byteSize: t.exposeInt('byte_size'),
  url: t.string({ resolve: (file) => `/files/${file.id}` }),
  createdAt: t.expose('created_at', { type: 'DateTime' }),
}));
