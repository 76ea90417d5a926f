import { INSTALL_CAPABILITIES } from './install-capabilities.js';
import { failure } from '@portal/contract';
import { readInstallAnswer } from './install-answer.js';
import { INSTALL_STATES, PROMPT_STATES } from './install-state.js';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe('the answer to an install', () => {
  it.each([
    [
      200,
      bytes({
        ok: true,
        data: { install_id: 'i-1', scoped_token: 'token-1234567890' },
        meta: { version: 'v1', generated_at: '2026-11-01T00:00:00Z' },
      }),
      'active',
    ],
    [200, bytes({ install_id: 'i-1', scoped_token: 't' }), 'unknown'],
    [
      200,
      bytes({ ok: true, data: { install_id: 'i-1' }, meta: { version: 'v1', generated_at: '2026-11-01T00:00:00Z' } }),
      'unknown',
    ],
    [200, bytes('cut'), 'unknown'],
    [400, bytes(failure('missing tenant_id')), 'failed'],
    [401, bytes(failure('bad_signature')), 'failed'],
    [302, bytes(''), 'failed'],
    [404, bytes('<html>'), 'failed'],
    [408, bytes(''), 'unknown'],
    [429, bytes(''), 'retry'],
    [500, bytes(''), 'unknown'],
    [503, bytes(failure('busy')), 'unknown'],
  ])('%s is read as %#', (status, body, kind) =>
    expect(readInstallAnswer(status, body, 'https://drive.example', 'tenant-1').kind).toBe(kind),
  );
  it.each(['tenant_id', 'merkava_tenant_id'])('for another tenant (%s) is ignored, ids included', (name) => {
    const data = { install_id: 'i-1', scoped_token: 'token-1234567890' };
    const meta = { version: 'v1', generated_at: '2026-11-01T00:00:00Z' };
    const read = (tenant: string) =>
      readInstallAnswer(200, bytes({ ok: true, data: { ...data, [name]: tenant }, meta }), 'https://d.example', 't-1');
    expect(read('t-1').kind).toBe('active');
    expect(read('t-2')).toMatchObject({ kind: 'unknown', ids: [] });
  });
  it('keeps the ids of an incomplete answer for a clean-up', () =>
    expect(
      readInstallAnswer(
        200,
        bytes({ ok: true, data: { install_id: 'i-1' }, meta: { version: 'v1', generated_at: '2026-11-01T00:00:00Z' } }),
        'https://d.example',
        't-1',
      ),
    ).toMatchObject({ kind: 'unknown', ids: ['i-1'] }));
  it('quotes the Drive’s reason for a refusal', () =>
    expect(
      readInstallAnswer(400, bytes(failure('missing tenant_id')), 'https://drive.example', 'tenant-1'),
    ).toMatchObject({
      reason: expect.stringContaining('missing tenant_id') as string,
    }));
});

describe('the life of an install', () => {
  const moves = INSTALL_STATES.states.flatMap((from) =>
    INSTALL_STATES.states.filter((to) => INSTALL_STATES.can(from, to)).map((to) => `${from}>${to}`),
  );
  it('allows these transitions and no others', () =>
    expect(moves.sort()).toEqual([
      'active>revoking',
      'failed>revoked',
      'requested>failed',
      'requested>revoked',
      'requested>sending',
      'revoking>revoked',
      'sending>active',
      'sending>failed',
      'sending>requested',
      'sending>revoking',
      'sending>unknown',
      'unknown>active',
      'unknown>failed',
      'unknown>revoking',
    ]));
  it('can be ended from every state that is not final', () => {
    for (const from of INSTALL_STATES.states.filter((one) => one !== 'revoked' && one !== 'revoking'))
      expect([from, INSTALL_STATES.can(from, 'revoking') || INSTALL_STATES.can(from, 'revoked')]).toEqual([from, true]);
  });
  it('lets a prompt be accepted once, and be opened again only after it was declined', () =>
    expect([...PROMPT_STATES.final, PROMPT_STATES.can('declined', 'open')]).toEqual(['accepted', 'superseded', true]));
});

it.each([
  ['active', undefined],
  ['paused', undefined],
  ['suspended', 'install_suspended'],
  ['paused_and_suspended', 'install_suspended'],
  ['revoking', 'install_not_active'],
] as const)('settings of an install that is %s are changed, or refused with %s', (condition, code) => {
  expect(INSTALL_CAPABILITIES.refusal(condition, 'change_settings')?.code).toBe(code);
});
