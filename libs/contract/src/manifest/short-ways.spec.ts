import fc from 'fast-check';
import { fitsSurely, validateConfig } from '../config-schema/validate.js';
import { isIsoTimestamp } from '../envelope/parse.js';
import { readManifest } from './read.js';
import { pathProblem } from './rules/endpoints.js';
import { parseWebAddress } from './web-address.js';

/** Texts from pieces that make valid, nearly valid and invalid URLs, paths and instants. */
const textOf = (...pieces: string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));

const manifest = (homepage: string): object => ({
  schema_version: 1,
  drive: { id: 'quill', homepage },
  endpoints: {},
  capabilities: [],
});
const complaints = (homepage: string): string[] =>
  readManifest(manifest(homepage))
    .issues.filter(({ pointer }) => pointer === '/drive/homepage')
    .map(({ code }) => code);

describe('fast paths give the same verdict as the full path', () => {
  it('finds a web address right only if the parser of addresses does', () => {
    const pieces = [
      'https://',
      'http://',
      'a.example',
      'xn--',
      '-',
      'localhost',
      '.',
      ':',
      '80',
      '99999',
      '/x',
      '_',
      '@',
      '1',
    ];
    fc.assert(
      fc.property(textOf(...pieces), (text) => {
        const url = parseWebAddress(text);
        const local = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
        const expected = url === null ? ['url_invalid'] : local ? ['url_local'] : [];
        expect(complaints(text)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['health', 'uninstall'])(
    'finds a path of %s right only without a dot segment, with the right parameter',
    (name) => {
      const pieces = ['/', 'api', ':id', '.', '..', '-', '%2e', '%20', '~', '{id}', '?', '//'];
      fc.assert(
        fc.property(textOf(...pieces), (path) => {
          if (pathProblem(name, path) !== null) return;
          const url = new URL(path, 'https://a.example');
          expect(url.pathname).toBe(path);
          expect(path.split('/').filter((segment) => segment === ':id')).toHaveLength(name === 'uninstall' ? 1 : 0);
        }),
        { numRuns: 500 },
      );
    },
  );

  it('accepts only instants that exist', () => {
    const two = fc.integer({ min: 0, max: 62 }).map((n) => String(n).padStart(2, '0'));
    fc.assert(
      fc.property(two, two, two, two, two, (month, day, hour, minute, second) => {
        const text = `2026-${month}-${day}T${hour}:${minute}:${second}Z`;
        // Date.parse alone would read 30 February as a day in March.
        const sameDay = new Date(Date.parse(text.slice(0, 10))).getUTCDate() === Number(day);
        expect(isIsoTimestamp(text)).toBe(!Number.isNaN(Date.parse(text)) && sameDay);
      }),
      { numRuns: 500 },
    );
  });

  it('finds a default fit only if the validator of forms does', () => {
    const bound = fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined });
    const schema = fc.record({
      type: fc.constantFrom('string', 'integer', 'boolean', 'number', undefined),
      title: fc.constantFrom('T', undefined),
      minLength: bound,
      maxLength: bound,
      minimum: bound,
      maximum: bound,
      enum: fc.constantFrom(undefined, undefined, undefined, ['a']),
    });
    const value = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 5 }),
      fc.integer({ min: -1, max: 6 }),
      fc.boolean(),
    );
    let sure = 0;
    fc.assert(
      fc.property(schema, fc.oneof(value, fc.constantFrom(1.5, null, [])), (all, given) => {
        const one = JSON.parse(JSON.stringify(all)) as Record<string, never>;
        if (!fitsSurely(one, given)) return;
        sure += 1;
        expect(validateConfig(one, given as never)).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(sure).toBeGreaterThan(15);
  });
});
