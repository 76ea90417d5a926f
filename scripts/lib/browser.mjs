import fs from 'node:fs';
import { inRoot } from './root.mjs';
import { onPath } from './redis.mjs';

// The shell is Chromium without the pages of its own window: the same engine for less than half of the CPU.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

// As root there is no sandbox; the rest keeps it from calling home, which a closed network answers slowly.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // Pages are left too soon for early optimization by V8: compiling that was a tenth of a page's CPU.
  '--js-flags=--invocation-count-for-maglev=4000',
];

/**
 * A Chromium that has shown that it can open a page: CHROMIUM_PATH, one on the PATH, else the one of the npm package
 * (Linux). Returns { path, args, source } for playwright-core's launch, or { missing } with the reason.
 */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  const candidates = [
    ...(given ? [[given, 'CHROMIUM_PATH']] : []),
    ...NAMES.map(onPath)
      .filter(Boolean)
      .map((file) => [file, file]),
  ];
  const failed = [];
  for (const [file, source] of candidates) {
    if (await opensPage(file)) return { path: file, args: FLAGS, source };
    failed.push(source);
  }
  if (process.platform === 'linux' && fs.existsSync(inRoot('node_modules', '@sparticuz', 'chromium'))) {
    try {
      const { default: packaged } = await import('@sparticuz/chromium');
      const file = await packaged.executablePath();
      // Its own list of arguments is for functions in a cloud and switches web security off; ours are enough.
      if (await opensPage(file)) return { path: file, args: FLAGS, source: '@sparticuz/chromium' };
      failed.push('@sparticuz/chromium');
    } catch (error) {
      failed.push(`@sparticuz/chromium (${error.message})`);
    }
  }
  return {
    missing:
      failed.length > 0
        ? `no browser that works: tried ${failed.join(', ')}`
        : 'no browser found: neither CHROMIUM_PATH nor chromium on the PATH',
  };
}

async function opensPage(executablePath) {
  const { chromium } = (await import('playwright-core')).default;
  let browser;
  try {
    browser = await chromium.launch({ executablePath, args: FLAGS, timeout: 120_000 });
    const page = await browser.newPage();
    await page.goto('data:text/html,<p>works</p>', { timeout: 60_000 });
    return (await page.textContent('p')) === 'works';
  } catch {
    return false;
  } finally {
    await browser?.close();
  }
}
