import {
  buildInstallRequest,
  isRevokeResponse,
  parseInstallRequest,
  parseInstallResponse as parse,
  type InstallResponseResult,
} from './index.js';

const parseInstallResponse = (data: unknown): InstallResponseResult => parse(data, 'https://d.example.com');

const V1 = {
  merkava_tenant_id: 't1',
  merkava_venture_id: 'v1',
  venture_name: 'Bakery',
  operator_email: 'op@example.com',
  install_origin: 'https://host.example.com',
};
const MISSING = { error: 'missing tenant_id' };
const NO_TEXT = [undefined, null, true, 0, 7, '', ' ', [], ['t1'], {}];
const ANSWER_1 = {
  scoped_token: 'tok_1',
  drive_workspace_id: 'w1',
  metadata: { mount_url: 'https://d.example.com/m' },
};
const ANSWER_2 = { install_id: 'i1', scoped_token: 'tok_1', capabilities: ['metrics'] };

describe('the install request by the contract', () => {
  it('reads both variants', () => {
    expect(parseInstallRequest(V1)).toEqual({
      tenantId: 't1',
      ventureId: 'v1',
      ventureName: 'Bakery',
      operatorEmail: 'op@example.com',
      installOrigin: 'https://host.example.com',
    });
    expect(parseInstallRequest({ tenant_id: 't1', venture_id: 'v1' })).toMatchObject({
      tenantId: 't1',
      ventureId: 'v1',
    });
    expect(parseInstallRequest({ tenant_id: 't1' })).toMatchObject({
      tenantId: 't1',
      ventureId: null,
      operatorEmail: null,
    });
    expect(parseInstallRequest({ tenant_id: 't1', venture_id: null, extra: { a: 1 } })).toMatchObject({
      ventureId: null,
    });
  });

  it.each([
    undefined,
    null,
    '',
    'x',
    7,
    true,
    [],
    [V1],
    {},
    { venture_id: 'v1' },
    { Tenant_ID: 't1' },
    { tenantId: 't1' },
  ])('the body %j has no tenant', (body) => expect(parseInstallRequest(body)).toEqual(MISSING));

  it.each(NO_TEXT)('the tenant %j is none in either variant', (value) => {
    expect(parseInstallRequest({ tenant_id: value })).toEqual(MISSING);
    expect(parseInstallRequest({ ...V1, merkava_tenant_id: value })).toEqual(MISSING);
    expect(parseInstallRequest({ tenant_id: 't1', venture_id: value })).toMatchObject({
      tenantId: 't1',
      ventureId: null,
    });
  });

  it('writes what it reads, each variant with exactly its wire names', () => {
    const input = {
      tenantId: 't1',
      ventureId: 'v1',
      ventureName: 'Bakery',
      operatorEmail: 'op@example.com',
      installOrigin: 'https://host.example.com',
    };
    expect(buildInstallRequest(input, 1)).toEqual(V1);
    expect(buildInstallRequest(input, 2)).toEqual({ tenant_id: 't1', venture_id: 'v1' });
    expect(buildInstallRequest(input)).toEqual({ ...V1, tenant_id: 't1', venture_id: 'v1' });
    expect(parseInstallRequest(buildInstallRequest(input))).toEqual(input);
  });
});

describe('the install answer by the contract', () => {
  it('reads both variants and prefers the id that DELETE takes', () => {
    expect(parseInstallResponse(ANSWER_1)).toMatchObject({
      ok: true,
      result: {
        installId: 'w1',
        ids: ['w1'],
        scopedToken: 'tok_1',
        mountUrl: 'https://d.example.com/m',
        capabilities: null,
      },
    });
    expect(parseInstallResponse(ANSWER_2)).toMatchObject({
      ok: true,
      result: { installId: 'i1', mountUrl: null, capabilities: ['metrics'] },
    });
    const all = { ...ANSWER_1, ...ANSWER_2, metadata: { install_id: 'm1', mount_url: 'https://d.example.com/' } };
    expect(parseInstallResponse(all)).toMatchObject({ ok: true, result: { installId: 'i1', ids: ['i1', 'w1', 'm1'] } });
    const nested = { scoped_token: 'tok_1', metadata: { install_id: 'm1' } };
    expect(parseInstallResponse(nested)).toMatchObject({ ok: true, result: { installId: 'm1', ids: ['m1'] } });
  });

  it.each([undefined, null, true, 1, 'x', '', [], [ANSWER_2], {}])('%j is no install answer', (data) => {
    expect(parseInstallResponse(data)).toMatchObject({ ok: false, ids: [] });
  });

  it.each([
    ...NO_TEXT,
    'a b',
    'tok\r\nX: y',
    'tok\u0000',
    '\u00e9',
    ' tok',
    'tok ',
    'a"b',
    "a'b",
    'a<b',
    '$&',
    'a=b',
    '{{x}}',
    'a\\b',
  ])('the token %j is none, and the id is kept for the clean-up', (token) => {
    for (const answer of [ANSWER_1, ANSWER_2]) {
      const result = parseInstallResponse({ ...answer, scoped_token: token });
      expect(result).toMatchObject({ ok: false, ids: [answer === ANSWER_1 ? 'w1' : 'i1'] });
      expect(result.issues.filter(({ level }) => level === 'error').map(({ pointer }) => pointer)).toEqual([
        '/scoped_token',
      ]);
    }
  });

  it.each([...NO_TEXT, '.', '..', 'i'.repeat(513), '\u5e33'.repeat(400), '\ud800'])(
    'without a usable id (%j) nothing could be revoked',
    (id) => {
      expect(parseInstallResponse({ ...ANSWER_2, install_id: id })).toMatchObject({ ok: false, ids: [] });
      expect(parseInstallResponse({ ...ANSWER_1, drive_workspace_id: id })).toMatchObject({ ok: false, ids: [] });
      // The next usable id is taken.
      expect(parseInstallResponse({ ...ANSWER_2, install_id: id, drive_workspace_id: 'w1' })).toMatchObject({
        result: { installId: 'w1' },
      });
    },
  );

  it.each([
    ...['javascript:alert(1)', 'data:text/html,x', 'file:///x', '/m', 'd.example.com', '', 7, {}, []],
    ...['http://d.example.com/m', 'https://d.example.com:8443/m', 'https://x.d.example.com/', 'https://example.com/'],
    ...['https://d.example.com@evil.example/', 'https://d.example.com.evil.example/', 'https:d.example.com/m'],
    ...['https://user:pass@d.example.com/', 'https://d.example.com\\@evil.example/', ' https://d.example.com/'],
    ...['https://d.example.com/\tm', 'https://localhost/m', 'http://127.0.0.1:4000/', '//d.example.com/m'],
    `https://d.example.com/${'m'.repeat(2_048)}`,
  ])('the mount address %j is never passed on', (mount) => {
    const result = parseInstallResponse({ ...ANSWER_1, metadata: { mount_url: mount } });
    expect(result.issues).toMatchObject([{ level: 'error', pointer: '/metadata/mount_url' }]);
    expect(result).toMatchObject({ ok: true, result: { mountUrl: null } });
  });

  it.each(['https://d.example.com', 'https://D.example.com/M?a=b#c', 'https://d.example.com:443/'])(
    'the mount address %j is on the own origin',
    (mount) => {
      expect(parseInstallResponse({ ...ANSWER_1, metadata: { mount_url: mount } })).toMatchObject({
        ok: true,
        result: { mountUrl: mount, refusedMountUrl: null },
        issues: [],
      });
    },
  );

  it.each([
    ['https://embed.example.com/m', 'https://embed.example.com', true],
    ['https://embed.example.com/m', 'https://embed.example.com/', true],
    ['https://d.example.com/m', 'https://embed.example.com', true],
    ['https://embed.example.com.evil.example/m', 'https://embed.example.com', false],
    ['https://evil.example/m', 'javascript:1', false],
    ['http://embed.example.com/m', 'http://embed.example.com', false],
  ])('the mount address %s with the named origin %s', (mount, named, opened) => {
    const read = parse({ ...ANSWER_1, metadata: { mount_url: mount } }, 'https://d.example.com', named);
    expect(read.ok && read.result.mountUrl).toBe(opened ? mount : null);
  });

  it('plain http is opened on loopback only, at the own port', () => {
    const at = (mount: string, origin: string): unknown => {
      const read = parse({ ...ANSWER_1, metadata: { mount_url: mount } }, origin);
      return read.ok && read.result.mountUrl;
    };
    expect(at('http://127.0.0.1:4000/m', 'http://127.0.0.1:4000')).toBe('http://127.0.0.1:4000/m');
    expect(at('http://127.0.0.1:4001/m', 'http://127.0.0.1:4000')).toBeNull();
    expect(at('http://d.example.com/m', 'http://d.example.com')).toBeNull();
  });

  it.each(['t', 't'.repeat(4096), 'eyJhbGciOi.J9-_~', 'c2VjcmV0+/Cg=='])('the token %j is one', (token) => {
    expect(parseInstallResponse({ ...ANSWER_2, scoped_token: token })).toMatchObject({
      result: { scopedToken: token },
    });
  });

  it.each(['i', 'i'.repeat(512), '...', ':id', 'a1B2-c3_d4~e5', 'V29ya3NwYWNlOjE=', 'ws@eu:7'])(
    'the id %j is one',
    (id) => {
      expect(parseInstallResponse({ ...ANSWER_2, install_id: id })).toMatchObject({
        ok: true,
        result: { installId: id },
      });
    },
  );

  it.each(['\u5e33'.repeat(300), 'a/b?c#d', '%2e%2e', 'a b', '$&', 'a\u202eb', 'a\r\nb', 'a"b'])(
    'the id %j is refused, and kept for the clean-up',
    (id) => {
      const refused = parseInstallResponse({ ...ANSWER_2, install_id: id });
      expect(refused).toMatchObject({ ok: false, ids: [id], issues: [{ code: 'install_id_form' }] });
      expect(JSON.stringify(refused.issues)).not.toContain(id);
      expect(parseInstallResponse({ ...ANSWER_2, install_id: id, drive_workspace_id: 'w1' })).toMatchObject({
        result: { installId: 'w1', ids: ['w1', id] },
      });
    },
  );

  it('no issue repeats the token', () => {
    const result = parseInstallResponse({ ...ANSWER_1, scoped_token: 'tok secret-part', metadata: 'tok secret-part' });
    expect(JSON.stringify(result)).not.toContain('secret-part');
  });

  it.each([
    { install_id: 'i1', revoked: true },
    { revoked: true, install_id: 'i1', at: 1 },
  ])('%j is a revocation', (data) => {
    expect(isRevokeResponse(data)).toBe(true);
  });
  it.each([
    undefined,
    null,
    true,
    'x',
    [],
    {},
    { revoked: 'true' },
    { revoked: 1 },
    { revoked: false, install_id: 'i1' },
    { install_id: 'i1' },
  ])('%j is none', (data) => expect(isRevokeResponse(data)).toBe(false));
});
