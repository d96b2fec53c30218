// How the dashboard is built: one small first load, the chart apart from it.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { shell } from './shell.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), shell()],
  build: {
    // `light-dark()` and friends stay as they are written.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
  },
});
