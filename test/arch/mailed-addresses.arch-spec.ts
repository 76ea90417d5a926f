import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { portalPages } from '../support/browser/portal-pages.js';

const ROOT = path.resolve(__dirname, '../..');
/** Files that compose mail: whatever is mailed names its topic. */
const composers = readdirSync(path.join(ROOT, 'libs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(spec|int-spec)\.ts$/.test(file))
  .map((file) => [file, readFileSync(path.join(ROOT, 'libs', file), 'utf8')] as const)
  .filter(([, text]) => /\btopic: '[a-z]+',/.test(text));
/** Others that write sentences into mails that these send, or into titles that people read in them. */
const WRITERS = /(?:mail|notice)[^/]*\.ts$|announce-deprecation|capability-switch|review-exception/;

/** Addresses of the portal in the text of a program, without their query; each value in one is written `x`. */
function addressesIn(text: string): string[] {
  const plain = text.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, (value) => (value.includes('publicUrl') ? '`' : 'x'));
  return [...plain.matchAll(/['`](\/[a-z][^'`\s\\?]*)/g)].map(([, address]) => address!.replace(/\.$/, ''));
}

function leadsNowhere(addresses: readonly string[]): string[] {
  const pages = portalPages.map((page) => new RegExp(`^${page.replaceAll(/\$\w+/g, '[^/]+')}$`));
  return addresses.filter((address) => !pages.some((page) => page.test(address)));
}

describe('a day in a mail', () => {
  const files = readdirSync(path.join(ROOT, 'libs'), { recursive: true, encoding: 'utf8' });
  const writers = files.filter((file) => WRITERS.test(file) && !/spec\.ts$/.test(file));
  it.each([...writers, ...composers.map(([file]) => file)])('is written as 1 May 2027: %s', (file) => {
    const text = readFileSync(path.join(ROOT, 'libs', file), 'utf8');
    expect(text).not.toMatch(/(?:at|until|from|String\(\))\.slice\(0, 10\)/i);
  });
});

describe('an address in a mail', () => {
  it('is found when it leads to no page of the portal', () => {
    const planted =
      'text: `See ${this.config.publicUrl}/plugins/installs/${id}?tab=x now.`, path: `/author/drives/${a.b()}`';
    expect(addressesIn(planted)).toEqual(['/plugins/installs/x', '/author/drives/x']);
    expect(leadsNowhere(addressesIn(planted))).toEqual(['/plugins/installs/x']);
  });

  it.each(composers)('leads to a page of the portal: %s', (_file, text) => {
    expect(leadsNowhere(addressesIn(text))).toEqual([]);
  });

  it('is found more than thirty times, so that this test covers the mails', () => {
    expect(composers.flatMap(([, text]) => addressesIn(text)).length).toBeGreaterThan(30);
  });
});
