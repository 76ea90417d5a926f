import Bowser from 'bowser';
import { texts } from '../texts.js';

/** No browser's own line is longer; a longer one was made up. */
const MAX = 1_000;
const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const systems: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/**
 * Browser and system in words, such as `Firefox on Linux`. A user agent is whatever a client says about itself: only
 * names that are known are repeated, none of its own words.
 */
export function deviceOf(userAgent: string | null): string {
  const { browser, os } = read(userAgent ?? '');
  if (browser && os) return texts.device.browserOnSystem(browser, os);
  return browser ?? (os ? texts.device.unknownBrowserOn(os) : texts.device.unknownBrowser);
}

function read(userAgent: string): { browser: string | undefined; os: string | undefined } {
  if (userAgent.trim() === '' || userAgent.length > MAX) return { browser: undefined, os: undefined };
  const found = Bowser.parse(userAgent);
  const known = (name: string | undefined, names: ReadonlySet<string>): string | undefined =>
    name !== undefined && names.has(name) ? name : undefined;
  return { browser: known(found.browser.name, browsers), os: known(found.os.name, systems) };
}
