import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PARTS = ['apps', 'libs'].flatMap((base) => readdirSync(base).map((name) => path.join(base, name)));

describe('one page per part, with correct contents', () => {
  it.each(PARTS)('%s has a README that a person reads in a minute', (part) => {
    const file = path.join(part, 'README.md');
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(120);
  });

  it.each(PARTS)('the README of %s names no missing file', (part) => {
    const text = readFileSync(path.join(part, 'README.md'), 'utf8');
    const named = [...text.matchAll(/`((?:[a-z0-9-]+\/)*[a-z0-9.-]+\.(?:ts|tsx|mjs|json))`/g)].map(
      (match) => match[1]!,
    );
    const isThere = (name: string): boolean =>
      ['', part, `${part}/src`].some((base) => existsSync(path.join(base, name)));
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });
});
