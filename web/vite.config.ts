// How the page is built: into the package, where the server finds it (`boxwood serve`).
// `npm run dev` serves the sources and passes /api on to a server at BOXWOOD_SERVER.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const server = process.env.BOXWOOD_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  base: '/',
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  server: { host: '127.0.0.1', proxy: { '/api': { target: server, ws: true } } },
  build: {
    outDir: fileURLToPath(new URL('../src/boxwood/server/page', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0, // no data: addresses, which the content security policy forbids
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 900, // kB: three.js, fetched only when somebody asks for 3D
  },
  test: { environment: 'jsdom', include: ['src/**/*.test.ts'], isolate: false, maxWorkers: 1 },
});
