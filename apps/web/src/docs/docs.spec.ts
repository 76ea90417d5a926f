import { readFileSync } from 'node:fs';
import path from 'node:path';
import openapi from '../../../../docs/openapi.json';
import vectors from '../../../../libs/contract/vectors/signing.json';
import api from './generated/api.json';
import data from './generated/checks.json';
import errors from './generated/errors.json';
import fields from './generated/fields.json';
import guides from './guides.json';
import reference from './generated/reference.json';
import index from './generated/search.json';
import { holdsWords, searchDocs } from './search.js';
import { isRequestPath, signRequest } from './sign.js';

interface Operation {
  anchor: string;
  method: string;
  path: string;
  access: string;
  body: string | null;
  answers: { type: string | null }[];
  codes: string[];
  around: string[];
}

const anchors = new Set(index.entries.map(({ href }) => href));

describe('signing in the browser', () => {
  const good = vectors.sign.slice(0, 20);

  it.each(good)('agrees with the published vector: $name', async (vector) => {
    const { secret, timestamp_ms: timestamp, path: target, signature } = vector as unknown as Record<string, string>;
    expect((await signRequest(secret!, String(timestamp), target!)).signature).toBe(signature);
  });

  it('takes a path as it is on the request line and nothing else', () => {
    expect(isRequestPath('/api/platform/events?since=0&a=%20')).toBe(true);
    for (const text of ['', 'api', 'https://a.example/x', '/a b', '/a#b', '/ä'])
      expect(isRequestPath(text)).toBe(false);
  });
});

describe('documentation of the checks', () => {
  const searchChecks = (text: string) => data.checks.filter((doc) => holdsWords(doc, text));

  it('finds a check by any word in it', () => {
    expect(searchChecks('upper case hex').map(({ id }) => id)).toContain('C72');
    expect(searchChecks('C105').map(({ id }) => id)).toContain('C105');
    expect(searchChecks('zzz nothing')).toEqual([]);
    expect(searchChecks('  ')).toHaveLength(data.checks.length);
  });
});

describe('documentation of the fields', () => {
  it.each(fields.shapes)(
    '$title: every field has a meaning, an example where it is a value, a clause and a check',
    (one) => {
      const { fields: list } = one;
      for (const field of list) {
        expect([field.pointer, field.text === '', field.clause === null, field.checks.length === 0]).toEqual([
          field.pointer,
          false,
          false,
          false,
        ]);
        const holdsOthers = list.some(({ pointer }) => pointer.startsWith(`${field.pointer}/`));
        if (!holdsOthers) expect([field.pointer, field.example]).toEqual([field.pointer, expect.any(String)]);
      }
    },
  );
});

describe('documentation of the errors', () => {
  const groups = Object.fromEntries(errors.groups.map((group) => [group.id, group.entries]));
  const all = errors.groups.flatMap(({ entries }) => entries as { code: string; meaning: string; cause: string }[]);

  it('has every code of the API', () => {
    const page = readFileSync(path.resolve(__dirname, '../../../../docs/errors.md'), 'utf8');
    const codes = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
    expect(groups.api!.map(({ code }) => code)).toEqual(codes);
  });

  it('explains what each means, why it occurs and what to do, with an example', () => {
    for (const entry of all as unknown as Record<string, unknown>[])
      expect(entry).toMatchObject({
        meaning: expect.stringMatching(/\S/),
        cause: expect.stringMatching(/\S/),
        fix: expect.stringMatching(/\S/),
      });
    for (const { code, body } of groups.api as unknown as { code: string; body: { error: string } }[])
      expect(body.error).toBe(code);
  });

  it('has one entry for each way of failing to read a manifest', () => {
    const codes = groups.fetch!.map(({ code }) => code);
    for (const code of ['dns', 'tls', 'timeout', 'too_large', 'address_policy', 'json_syntax', 'envelope_bare_data'])
      expect(codes).toContain(code);
    expect(new Set(groups.fetch!.map(({ check }) => check))).toEqual(
      new Set(['C01', 'C02', 'C03', 'C04', 'C05', 'C06', null]),
    );
  });
});

describe('documentation of the API', () => {
  const operations = (api.groups as unknown as { operations: Operation[] }[]).flatMap(({ operations: list }) => list);

  it('has every route of the OpenAPI document, and names who may call it', () => {
    const served = Object.entries(openapi.paths).flatMap(([route, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${route}`),
    );
    expect(operations.map(({ method, path: route }) => `${method} ${route}`).sort()).toEqual(served.sort());
    expect(operations.filter(({ access }) => access === 'unknown')).toEqual([]);
  });

  it('lists the documented refusals that the code of each route can give', () => {
    const codes = operations.flatMap((one) => [...one.codes, ...one.around]);
    expect([...new Set(codes)].filter((code) => !anchors.has(`/docs/errors#api-${code}`))).toEqual([]);
    const of = (wanted: string): string[] => operations.find(({ anchor }) => anchor === wanted)!.codes;
    expect(of('post-api-v1-operator-installs')).toEqual(
      expect.arrayContaining(['baa_required', 'install_exists', 'permissions_not_granted', 'payment_method_required']),
    );
    // Through a life cycle, which is an interface.
    expect(of('post-api-v1-applications-id-withdraw')).toContain('invalid_transition');
    expect(of('get-api-public-manifest-validate')).toEqual([
      'manifest_url_refused',
      'too_many_requests',
      'validation_crashed',
      'validation_interrupted',
      'validation_timeout',
      'validator_busy',
    ]);
  });

  it('names types that are documented', () => {
    const named = operations.flatMap(({ body, answers }) => [body, ...answers.map(({ type }) => type)]);
    const words = named
      .flatMap((text) => (text ?? '').split(' '))
      .filter((word) => /^[A-Z]\w+(View|Dto|Body)$/.test(word));
    expect(words.length).toBeGreaterThan(50);
    expect(words.filter((word) => !anchors.has(`/docs/api#type-${word}`))).toEqual([]);
  });
});

describe('the contract on one page', () => {
  it('shows limits and rates as numbers, and refusals that are documented', () => {
    for (const { rows } of reference.limits) for (const [, value] of rows) expect(value).toMatch(/^\d+( \S+)?$/);
    for (const [, limit, code] of reference.rates) {
      expect(limit).toMatch(/^\d+/);
      expect(anchors.has(`/docs/errors#api-${code}`)).toBe(true);
    }
  });
});

describe('one search over all documentation', () => {
  const groupsOf = (text: string): string[] => searchDocs(index.entries, text).map(({ group }) => group);
  const first = (text: string): string | undefined => searchDocs(index.entries, text)[0]?.entries[0]?.href;

  it('finds checks, fields, errors, endpoints and guides, grouped', () => {
    expect(groupsOf('signature')).toEqual(expect.arrayContaining(['Guides', 'Checks', 'Errors']));
    expect(groupsOf('install')).toEqual(
      expect.arrayContaining(['Guides', 'Checks', 'Fields', 'Errors', 'Endpoints', 'Types']),
    );
    expect(first('C105')).toBe('/docs/checks#C105');
    expect(first('drive.tagline')).toBe('/docs/fields#structured/drive/tagline');
    expect(first('sig-mismatch')).toBe('/docs/errors#drive-bad-signature');
    expect(first('GET /api/v1/me')).toBe('/docs/api#get-api-v1-me');
    expect(first('rate limits')).toBe('/docs/contract#rates');
  });

  it('lists exact names before mentions, and says how many more there are', () => {
    const [endpoints] = searchDocs(index.entries, 'payout-runs').filter(({ group }) => group === 'Endpoints');
    expect(endpoints!.entries).toHaveLength(6);
    const all = index.entries.filter(
      ({ group, title, text }) => group === 'Endpoints' && `${title} ${text}`.includes('payout-runs'),
    );
    expect(endpoints!.more).toBe(all.length - 6);
    const entries = [
      { group: 'g', title: 'other', text: 'word', href: '/1' },
      { group: 'g', title: 'a word', text: '', href: '/2' },
      { group: 'g', title: 'word', text: '', href: '/3' },
    ];
    expect(searchDocs(entries, 'word')[0]!.entries.map(({ href }) => href)).toEqual(['/3', '/2', '/1']);
  });

  it('finds nothing for an empty search', () => {
    expect(searchDocs(index.entries, '  ')).toEqual([]);
    expect(searchDocs(index.entries, 'signature zzz')).toEqual([]);
    expect(holdsWords({ a: 'Some Text' }, 'text some')).toBe(true);
    expect(holdsWords({ a: 'Some Text' }, 'text other')).toBe(false);
  });

  it('has each address once, and every guide', () => {
    expect(anchors.size).toBe(index.entries.length);
    expect(guides.filter(({ href }) => !anchors.has(href))).toEqual([]);
  });
});
