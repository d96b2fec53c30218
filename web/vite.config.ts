// How the dashboard is built: one small first load, each page apart from it. React's interface, by Preact, which is a tenth of its weight.
import { defineConfig } from 'vite';
import { shell } from './shell.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [shell()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { alias: { react: 'preact/compat', 'react-dom': 'preact/compat' } },
  build: {
    // `light-dark()` and friends stay as they are written.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
    // Code that most pages share is one file, since each file has a head of its own to be sent; what settings alone ask is not in it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', test: /web\/src\/(?!texts\/e|pages\/|api\/settings)/, minShareCount: 7 },
            // The frame's own, which few pages name.
            { name: 'shared', test: /parts\/(mark|switches)|pages\/missing-page/ },
          ],
        },
      },
    },
  },
});
