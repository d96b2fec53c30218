// Files in the contract.
import { builder } from '../graphql/builder.ts';
import { allByKey } from '../graphql/lookup.ts';
import { filesOf, type StoredFile } from './attach-file.ts';
import { columns } from '../graphql/columns.ts';

export const filesOfSource = allByKey(filesOf, (file) => file.source_id);

export const FileType = builder.objectRef<StoredFile>('File').implement({
  description: 'url is a path of this service that answers the bytes to a caller of the same tenant.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    ...columns(t, 'String', 'filename', 'content_type', 'sha256'),
    byteSize: t.exposeInt('byte_size'),
    url: t.string({ resolve: (file) => `/files/${file.id}` }),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
  }),
});
