// Makes a folder and those above it. Node's own `recursive` never ends where a folder exists and takes none, as in /proc.
import { access, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !(await exists(dirname(path)))) {
      await makeFolder(dirname(path));
      return makeFolder(path);
    }
    if (code !== 'EEXIST') throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
