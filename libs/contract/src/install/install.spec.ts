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
} from './index.js';

/** The Drive of the vectors. */
const ORIGIN = 'https://drive.example';

const input = {
  tenantId: 't-1',
  ventureId: 'v-1',
  ventureName: 'Acme',
  operatorEmail: 'op@acme.example',
  installOrigin: 'https://host.example',
};

describe('install request', () => {
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

  it.each(vectors.requests)('vector: $name', ({ body, expect: wanted }) => {
    expect(parseInstallRequest(body)).toMatchObject(wanted);
  });
});

describe('install response', () => {
  it.each(vectors.responses)('vector: $name', ({ data, expect: wanted }) => {
    const parsed = parseInstallResponse(data, ORIGIN);
    expect(parsed.ok).toBe(wanted.ok);
    expect(parsed.issues.map(({ code }) => code)).toEqual(wanted.codes);
    const ids = parsed.ok ? parsed.result.ids : parsed.ids;
    expect(ids).toEqual(wanted.ids);
    if (parsed.ok && wanted.install_id)
      expect(parsed.result).toMatchObject({ installId: wanted.install_id, mountUrl: wanted.mount_url });
  });

  it('never repeats the token in an issue', () => {
    expect(JSON.stringify(parseInstallResponse({ scoped_token: 'tok en', install_id: 'i' }, ORIGIN))).not.toContain(
      'tok en',
    );
  });
});

it.each(vectors.revocations)('revocation, vector: $name', ({ data, ok }) => {
  expect(isRevokeResponse(data)).toBe(ok);
});

it('describes every sent field, and requires of an answer what the host needs', () => {
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

  it.each(vectors.config_updates)('vector: $name', ({ body, ok }) => {
    expect([!('error' in parseConfigUpdate(body)), schema.validate(body).valid]).toEqual([ok, ok]);
  });

  it.each(vectors.confirmations)('confirmation, vector: $name', ({ sent, data, ok }) => {
    expect(isConfigUpdateConfirmed(data, sent)).toBe(ok);
  });

  it('are read as they are built, and every field is described and part of the published schema', () => {
    expect(parseConfigUpdate(JSON.parse(JSON.stringify(built)))).toEqual(built);
    expect(configUpdateFields.map(({ pointer }) => pointer.slice(1))).toEqual(Object.keys(built));
    const file = path.resolve(__dirname, '../../schemas/config-update.schema.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(configUpdateJsonSchema());
  });
});
