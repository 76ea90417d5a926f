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
    [408, bytes(''), 'retry'],
    [429, bytes(''), 'retry'],
    [500, bytes(''), 'unknown'],
    [503, bytes(failure('busy')), 'unknown'],
  ])('%s reads as %#', (status, body, kind) =>
    expect(readInstallAnswer(status, body, 'https://drive.example').kind).toBe(kind),
  );
  it('a refusal names the reason of the Drive', () =>
    expect(readInstallAnswer(400, bytes(failure('missing tenant_id')), 'https://drive.example')).toMatchObject({
      reason: expect.stringContaining('missing tenant_id') as string,
    }));
});

describe('the life of an install', () => {
  const moves = INSTALL_STATES.states.flatMap((from) =>
    INSTALL_STATES.states.filter((to) => INSTALL_STATES.can(from, to)).map((to) => `${from}>${to}`),
  );
  it('has these moves and no others', () =>
    expect(moves.sort()).toEqual([
      'active>revoking',
      'requested>sending',
      'revoking>revoked',
      'sending>active',
      'sending>failed',
      'sending>unknown',
      'unknown>active',
      'unknown>failed',
    ]));
  it('never bills what was not active', () => {
    for (const from of ['requested', 'sending', 'unknown', 'failed'] as const)
      expect(INSTALL_STATES.can(from, 'revoking')).toBe(false);
  });
  it('a prompt is answered once', () =>
    expect([...PROMPT_STATES.final].sort()).toEqual(['accepted', 'declined', 'superseded']));
});
