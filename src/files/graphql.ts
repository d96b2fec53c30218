// Files in the contract.
import { builder } from '../graphql/builder.ts';
import { allByKey } from '../graphql/lookup.ts';
import { filesOf, type StoredFile } from './attach-file.ts';

export const filesOfSource = allByKey(filesOf, (file) => file.source_id);

export const FileType = builder.objectRef<StoredFile>('File').implement({
  description: 'url is a path of this service that answers the bytes to a caller of the same tenant.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    filename: t.exposeString('filename'),
    contentType: t.exposeString('content_type'),
    byteSize: t.exposeInt('byte_size'),
    sha256: t.exposeString('sha256'),
    url: t.string({ resolve: (file) => `/files/${file.id}` }),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
  }),
});
