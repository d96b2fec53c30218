// Writes the service worker of a build, with the names of all files that a till keeps of it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const UNNAMED = [
  '/',
  '/assets/appearance.js',
  '/assets/favicon.svg',
  '/assets/app.webmanifest',
  '/assets/icon-192.png',
];

export function shell(): Plugin {
  return {
    name: 'folio-shell',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = [
        ...UNNAMED,
        ...Object.keys(bundle).flatMap((name) => (/\.(js|css)$/.test(name) ? `/${name}` : [])),
      ];
      const page = bundle['index.html'];
      const source = await readFile(join(import.meta.dirname, 'offline-shell.js'), 'utf8');
      const named = [...files, page?.type === 'asset' ? String(page.source) : '', source].join('\n');
      const version = createHash('sha256').update(named).digest('hex').slice(0, 12);
      const head = `const VERSION = '${version}';\nconst FILES = ${JSON.stringify(files)};\n`;
      this.emitFile({ type: 'asset', fileName: 'assets/offline-shell.js', source: head + source });
    },
  };
}
