#!/usr/bin/env node
// Starts the built command. From a checkout it exists after `npm start`, `npm test` or `npm run build` ran once.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../../dist/apps/cli/src/main.js', import.meta.url));
if (existsSync(built)) {
  createRequire(import.meta.url)(built);
} else {
  console.error('drive: the command is not built yet. Run "npm run build" (or "npm start") once, then try again.');
  process.exitCode = 2;
}
