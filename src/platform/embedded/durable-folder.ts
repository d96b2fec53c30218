// A folder as PGlite's file system, with the one thing that PGlite leaves out: fsync, so that a commit outlives a power cut.
import { fdatasyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

// As much of Emscripten as is touched here.
interface OpenFile {
  nfd: number;
}
interface NodeFolders {
  stream_ops: { fsync?: (file: OpenFile) => number };
  tryFSOperation<T>(operation: () => T): T;
}

/** Windows does not flush a folder, which PostgreSQL asks for; there the promise is kept against a killed process only. */
export const SYNCS = process.platform !== 'win32';

export function durableFolder(folder: string): NodeFS {
  const files = new NodeFS(folder);
  const init = files.init.bind(files);
  files.init = async (pglite: PGlite, options: Parameters<typeof init>[1]) => {
    const ready = await init(pglite, options);
    ready.emscriptenOpts.preRun?.push((module) => {
      const folders: NodeFolders = Object(module.NODEFS);
      folders.stream_ops.fsync = (file) => {
        folders.tryFSOperation(() => fdatasyncSync(file.nfd));
        return 0;
      };
    });
    return ready;
  };
  return files;
}
