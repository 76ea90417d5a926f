import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { portalRoutes } from '../../scripts/lib/testing/recorded.mjs';

const here = import.meta.dirname;

/** Beside each script, style sheet and JSON file its compressed forms, which the api sends to whoever takes them. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.values(bundle).filter(({ fileName }) => /\.(js|css|json)$/.test(fileName));
    await Promise.all(
      texts.map(async (file) => {
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        // What every first visit loads is worth the seconds of the best compression.
        const isFirst = file.type === 'asset' || file.isEntry;
        const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: isFirst ? 11 : 9 };
        await writeFile(`${dir}/${file.fileName}.br`, await promisify(zlib.brotliCompress)(content, { params }));
        await writeFile(`${dir}/${file.fileName}.gz`, await promisify(zlib.gzip)(content));
      }),
    );
  },
};

/** The addresses of all pages, by which the api answers 404 for the others. */
const pages: Plugin = {
  name: 'pages',
  apply: 'build',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'pages.json',
      source: JSON.stringify(portalRoutes().map(({ address }) => address)),
    });
  },
};

/** The portal is built into static files that the api serves from its own origin; the strict CSP allows no inline code. */
export default defineConfig({
  root: here,
  plugins: [react(), compressed, pages],
  // The form library's entry names a compiling validator that the CSP would break; ours interprets and takes its place.
  resolve: { alias: { '@rjsf/validator-ajv8': `${here}/src/schema-form/validator.ts` } },
  build: {
    outDir: `${here}/../../dist/apps/web`,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: true,
    // What every page loads is one file, not one per group of pages that share a part of it.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'portal', tags: ['$initial'] }] } } },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    cors: false,
    // The Host that the browser sent: the api refuses requests from another origin than its own.
    proxy: { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false } },
  },
});
