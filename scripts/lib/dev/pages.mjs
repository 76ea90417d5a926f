import { once } from 'node:events';
import { createServer } from 'node:http';
import { createLogger, createServer as createPages } from 'vite';
import { inRoot } from '../root.mjs';

/**
 * Serves the pages from their sources (Vite), with everything under /api passed on to the api. Host and origin stay as
 * the browser sent, so that the api sees one origin. `apiSettled()`: calls wait for it, so that none meets an api that
 * restarts. print(text): output of Vite. Returns { close }.
 */
export async function startPages({ url, host, port, apiUrl, cacheDir, apiSettled, print }) {
  const http = createServer();
  const pages = await createPages({
    configFile: inRoot('apps', 'web', 'vite.config.ts'),
    configLoader: 'runner',
    cacheDir,
    clearScreen: false,
    customLogger: createLogger('info', { console: { log: print, warn: print, error: print } }),
    server: {
      // Vite's own server would end this process on SIGTERM before anything else is stopped.
      middlewareMode: { server: http },
      ws: { server: http },
      host,
      port,
      allowedHosts: [new URL(url).hostname],
      proxy: { '/api': { target: apiUrl } },
    },
    plugins: [
      {
        name: 'wait-for-the-api',
        configureServer: ({ middlewares }) => {
          middlewares.use('/api', (request, response, next) => void apiSettled().then(() => next(), next));
        },
      },
    ],
  });
  http.on('request', pages.middlewares);
  http.listen(port, host);
  await once(http, 'listening');
  return {
    async close() {
      http.close();
      http.closeAllConnections();
      await pages.close();
    },
  };
}
