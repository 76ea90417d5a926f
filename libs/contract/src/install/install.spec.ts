import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@cfworker/json-schema';
import vectors from '../../vectors/install.json';
import {
  buildConfigUpdate,
  buildInstallRequest,
  configUpdateFields,
  configUpdateJsonSchema,
  installRequestFields,
  installResponseFields,
  isConfigUpdateConfirmed,
  isRevokeResponse,
  parseConfigUpdate,
  revokeResponseFields,
  parseInstallRequest,
  parseInstallResponse,
  type InstallResponseResult,
} from './index.js';

/** The Drive of the vectors. */
const ORIGIN = 'https://drive.example';

const ANSWER = { install_id: 'i1', scoped_token: 'tok_1' };
const NO_TEXT = [undefined, null, true, 0, 7, '', ' ', [], ['t1'], {}];
const read = (data: unknown): InstallResponseResult => parseInstallResponse(data, ORIGIN);
/** The address that is opened, if any, for an answer with this one. */
const opened = (mount: unknown, origin = ORIGIN, named: string | null = null): unknown => {
  const answer = parseInstallResponse({ ...ANSWER, metadata: { mount_url: mount } }, origin, named);
  return answer.ok && answer.result.mountUrl;
};

const input = {
  tenantId: 't-1',
  ventureId: 'v-1',
  ventureName: 'Acme',
  operatorEmail: 'op@acme.example',
  installOrigin: 'https://host.example',
};

describe('an install request', () => {
  it('carries both variants unless narrowed, and the optional additions only when given', () => {
    expect(buildInstallRequest(input, 1)).toEqual({
      merkava_tenant_id: 't-1',
      merkava_venture_id: 'v-1',
      venture_name: 'Acme',
      operator_email: 'op@acme.example',
      install_origin: 'https://host.example',
    });
    expect(buildInstallRequest(input, 2)).toEqual({ tenant_id: 't-1', venture_id: 'v-1' });
    expect(
      buildInstallRequest({ ...input, config: { tone: 'plain' }, permissions: ['venture.read'], signingKey: 'k' }),
    ).toEqual({
      ...buildInstallRequest(input, 1),
      ...buildInstallRequest(input, 2),
      config: { tone: 'plain' },
      permissions: ['venture.read'],
      signing_key: 'k',
    });
  });

  it.each(vectors.requests)('agrees with the vector: $name', ({ body, expect: wanted }) => {
    expect(parseInstallRequest(body)).toMatchObject(wanted);
  });

  it('is read as it is written, and no other value is a tenant or a venture', () => {
    expect(parseInstallRequest(buildInstallRequest(input))).toEqual(input);
    for (const value of NO_TEXT) {
      expect(parseInstallRequest({ tenant_id: value })).toEqual({ error: 'missing tenant_id' });
      expect(parseInstallRequest({ ...buildInstallRequest(input, 1), merkava_tenant_id: value })).toEqual({
        error: 'missing tenant_id',
      });
      expect(parseInstallRequest({ tenant_id: 't1', venture_id: value })).toMatchObject({ ventureId: null });
    }
  });
});

describe('an install response', () => {
  it.each(vectors.responses)('agrees with the vector: $name', ({ data, expect: wanted }) => {
    const parsed = parseInstallResponse(data, ORIGIN);
    expect(parsed.ok).toBe(wanted.ok);
    expect(parsed.issues.map(({ code }) => code)).toEqual(wanted.codes);
    const ids = parsed.ok ? parsed.result.ids : parsed.ids;
    expect(ids).toEqual(wanted.ids);
    if (parsed.ok && wanted.install_id)
      expect(parsed.result).toMatchObject({ installId: wanted.install_id, mountUrl: wanted.mount_url });
  });

  it.each([
    ...[...NO_TEXT, 'a b', 'tok\u0000', '\u00e9', ' tok', 'tok ', "a'b", 'a<b', '$&', 'a=b', '{{x}}', 'a\\b'],
    't'.repeat(4_097),
  ])('has no token in %j, which is not repeated, and the id is kept for the clean-up', (token) => {
    const result = read({ ...ANSWER, scoped_token: token });
    expect(result).toMatchObject({ ok: false, ids: ['i1'], issues: [{ level: 'error', pointer: '/scoped_token' }] });
    if (token === 'a b') expect(JSON.stringify(result)).not.toContain(token);
  });

  it.each(['t', 't'.repeat(4096), 'eyJhbGciOi.J9-_~', 'c2VjcmV0+/Cg=='])('has a token in %j', (token) => {
    expect(read({ ...ANSWER, scoped_token: token })).toMatchObject({ result: { scopedToken: token } });
  });

  it.each([...NO_TEXT, '.', '..', 'i'.repeat(513), '\u5e33'.repeat(400), '\ud800'])(
    'is read by the next usable id where this one (%j) could not be used to revoke',
    (id) => {
      expect(read({ ...ANSWER, install_id: id })).toMatchObject({ ok: false, ids: [] });
      expect(read({ ...ANSWER, install_id: id, drive_workspace_id: 'w1' })).toMatchObject({
        result: { installId: 'w1' },
      });
    },
  );

  it.each([
    [12_345, 'must be a string, but it is a number'],
    [{ a: 1 }, 'must be a string, but it is an object'],
    ['', 'must be a string that is not empty'],
    ['..', 'must be usable in a path, but it is ".."'],
    ['i'.repeat(1_000), 'must be at most 512 characters long, but it has 1000'],
    ['\u5e33'.repeat(400), 'must be at most 3072 bytes long'],
  ])('names what is wrong with the id %j, in each of its places', (id, message) => {
    for (const [pointer, answer] of [
      ['/install_id', { install_id: id }],
      ['/drive_workspace_id', { install_id: undefined, drive_workspace_id: id }],
      ['/metadata/install_id', { install_id: undefined, metadata: { install_id: id } }],
    ] as const)
      expect(read({ ...ANSWER, ...answer })).toMatchObject({
        ok: false,
        issues: [
          { code: 'install_id_unusable', level: 'error', pointer, message: expect.stringContaining(message) as string },
        ],
      });
    expect(read({ ...ANSWER, install_id: id, drive_workspace_id: 'w1' })).toMatchObject({
      ok: true,
      issues: [{ code: 'install_id_unusable', level: 'warning' }],
    });
  });

  it.each(['i', 'i'.repeat(512), '...', ':id', 'a1B2-c3_d4~e5', 'V29ya3NwYWNlOjE=', 'ws@eu:7'])(
    'has an id in %j',
    (id) => {
      expect(read({ ...ANSWER, install_id: id })).toMatchObject({ ok: true, result: { installId: id } });
    },
  );

  it.each(['\u5e33'.repeat(300), 'a/b?c#d', '%2e%2e', 'a b', '$&', 'a\u202eb', 'a\r\nb', 'a"b'])(
    'has no id in %j, and what it names is kept for the clean-up',
    (id) => {
      const refused = read({ ...ANSWER, install_id: id });
      expect(refused).toMatchObject({ ok: false, ids: [id], issues: [{ code: 'install_id_form' }] });
      expect(JSON.stringify(refused.issues)).not.toContain(id);
      expect(read({ ...ANSWER, install_id: id, drive_workspace_id: 'w1' })).toMatchObject({
        result: { installId: 'w1', ids: ['w1', id] },
      });
    },
  );

  it.each([
    ...['javascript:alert(1)', 'data:text/html,x', 'file:///x', '/m', 'drive.example', '', 7, {}, []],
    ...['http://drive.example/m', 'https://drive.example:8443/m', 'https://x.drive.example/', 'https://example/'],
    ...['https://drive.example@evil.example/', 'https://drive.example.evil.example/', 'https:drive.example/m'],
    ...['https://user:pass@drive.example/', 'https://drive.example\\@evil.example/', ' https://drive.example/'],
    ...['https://drive.example/\tm', 'https://localhost/m', 'http://127.0.0.1:4000/', '//drive.example/m'],
    `https://drive.example/${'m'.repeat(2_048)}`,
  ])('has no mount address in %j, which is never opened', (mount) => {
    expect(read({ ...ANSWER, metadata: { mount_url: mount } })).toMatchObject({
      ok: true,
      result: { mountUrl: null },
      issues: [{ level: 'error', pointer: '/metadata/mount_url' }],
    });
  });

  it('may have a mount address of its own origin or the one named in the manifest, over plain http on loopback only', () => {
    for (const mount of [ORIGIN, 'https://DRIVE.example/M?a=b#c', `${ORIGIN}:443/`]) expect(opened(mount)).toBe(mount);
    const embed = 'https://embed.example.com';
    for (const named of [embed, `${embed}/`]) expect(opened(`${embed}/m`, ORIGIN, named)).toBe(`${embed}/m`);
    expect(opened(`${ORIGIN}/m`, ORIGIN, embed)).toBe(`${ORIGIN}/m`);
    expect(opened(`${embed}.evil.example/m`, ORIGIN, embed)).toBeNull();
    expect(opened('https://evil.example/m', ORIGIN, 'javascript:1')).toBeNull();
    expect(opened('http://embed.example.com/m', ORIGIN, 'http://embed.example.com')).toBeNull();
    const loopback = 'http://127.0.0.1:4000';
    expect(opened(`${loopback}/m`, loopback)).toBe(`${loopback}/m`);
    expect(opened('http://127.0.0.1:4001/m', loopback)).toBeNull();
    expect(opened('http://d.example.com/m', 'http://d.example.com')).toBeNull();
  });
});

it.each(vectors.revocations)('the answer to a revocation agrees with the vector: $name', ({ data, ok }) => {
  expect(isRevokeResponse(data)).toBe(ok);
});

it('the schemas describe every sent field, and require of an answer what the host needs', () => {
  const full = buildInstallRequest({ ...input, config: {}, permissions: [], signingKey: 'k' });
  expect(installRequestFields.map(({ pointer }) => pointer.slice(1))).toEqual(Object.keys(full));
  for (const variant of [1, 2] as const) {
    const own = installRequestFields.filter((field) => field.variant === variant);
    expect(own.map(({ pointer }) => pointer.slice(1))).toEqual(Object.keys(buildInstallRequest(input, variant)));
    const needed = installResponseFields.filter(
      (field) => field.required && (field.variant === variant || field.variant === 'both'),
    );
    const answer = Object.fromEntries(needed.map(({ pointer }) => [pointer.slice(1), 'x']));
    expect(parseInstallResponse(answer, ORIGIN).ok).toBe(true);
    for (const key of Object.keys(answer))
      expect([key, parseInstallResponse({ ...answer, [key]: undefined }, ORIGIN).ok]).toEqual([key, false]);
  }
  expect(revokeResponseFields.map(({ pointer }) => pointer)).toEqual(['/install_id', '/revoked']);
});

describe('changed settings', () => {
  const built = buildConfigUpdate({
    installId: 'i-1',
    settingsVersion: 2,
    config: { tone: 'plain' },
    manifestVersion: '1.2.0',
    permissions: ['venture.read'],
  });
  const schema = new Validator(configUpdateJsonSchema() as object, '2020-12');

  it.each(vectors.config_updates)('agrees with the vector: $name', ({ body, ok }) => {
    expect([!('error' in parseConfigUpdate(body)), schema.validate(body).valid]).toEqual([ok, ok]);
  });

  it.each(vectors.confirmations)('are confirmed as in the vector: $name', ({ sent, data, ok }) => {
    expect(isConfigUpdateConfirmed(data, sent)).toBe(ok);
  });

  it('are read as they are built, and every field is described and part of the published schema', () => {
    expect(parseConfigUpdate(JSON.parse(JSON.stringify(built)))).toEqual(built);
    expect(configUpdateFields.map(({ pointer }) => pointer.slice(1))).toEqual(Object.keys(built));
    const file = path.resolve(__dirname, '../../schemas/config-update.schema.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(configUpdateJsonSchema());
  });
});
