import { failure, signatureReasons, success } from '@portal/contract';
import { readRevokeAnswer } from './revoke-answer.js';
import { readProbeAnswer, refusalOf, refusesToken } from './token-refusal.js';

const bytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const said = (data: object): Uint8Array => bytes(success(data, { version: 'v1', generatedAt: new Date(0) }));

describe('the answer to a removal', () => {
  it.each<[number, Uint8Array, string]>([
    [200, said({ install_id: 'i-1', revoked: true }), 'revoked'],
    [200, said({ install_id: 'w-1', revoked: true }), 'revoked'],
    [200, said({ revoked: true }), 'revoked'],
    [404, bytes(failure('not-found')), 'gone'],
    [404, bytes('<html>'), 'gone'],
    [410, bytes(''), 'gone'],
    [200, said({}), 'open'],
    [200, said({ install_id: 'i-1' }), 'open'],
    [200, said({ install_id: 'i-1', revoked: false }), 'open'],
    [200, said({ install_id: 'i-1', revoked: 'true' }), 'open'],
    [200, said({ install_id: 'another', revoked: true }), 'open'],
    [200, said({ install_id: 7, revoked: true }), 'open'],
    [200, bytes({ install_id: 'i-1', revoked: true }), 'open'],
    [200, bytes(failure('no')), 'open'],
    [200, bytes('ok'), 'open'],
    [204, bytes(''), 'open'],
    [202, said({ install_id: 'i-1', revoked: true }), 'open'],
    [302, bytes(''), 'open'],
    [401, bytes(failure('bad_signature')), 'open'],
    [402, bytes(failure('quota')), 'open'],
    [429, bytes(''), 'open'],
    [500, bytes(''), 'open'],
  ])('HTTP %i %# means %s', (status, body, kind) =>
    expect(readRevokeAnswer(status, body, ['i-1', 'w-1']).kind).toBe(kind),
  );
});

describe('a refused token', () => {
  it.each([
    [401, 'invalid_token', true],
    [401, 'invalid-token', true],
    [401, 'Invalid Token', true],
    [401, 'token_revoked', true],
    [401, 'unknown_scoped_token', true],
    [401, 'bad_signature', false],
    [401, 'stale_timestamp', false],
    [401, 'missing_signature_headers', false],
    [401, 'unauthorized', false],
    [403, 'invalid_token', false],
    [500, 'invalid_token', false],
  ])('HTTP %i %s: %s', (status, error, refused) => expect(refusesToken(status, bytes(failure(error)))).toBe(refused));
  it('is not inferred from any other answer', () => {
    expect(refusesToken(401, bytes('invalid_token'))).toBe(false);
    expect(refusesToken(401, said({ error: 'invalid_token' }))).toBe(false);
  });
});

describe('a 401', () => {
  it.each([
    ...Object.entries(signatureReasons).map(([error, reason]) => [
      error,
      reason === 'stale_timestamp' ? 'clock_skew' : 'signature_refused',
    ]),
    ['Invalid signature', 'signature_refused'],
    ['Signature timestamp is too old', 'clock_skew'],
    ['invalid_token', 'token_refused'],
    ['unauthorized', 'unauthorized'],
  ])('that says %s: %s', (error, problem) => expect(refusalOf(bytes(failure(error!)))).toBe(problem));
  it.each(['', '<html>bad_signature</html>', JSON.stringify({ error: 'bad_signature' })])(
    'has no known reason in %s',
    (body) => expect(refusalOf(bytes(body))).toBe('unauthorized'),
  );
});

describe('the check of an ended token', () => {
  it.each<[number, Uint8Array, string]>([
    [200, said({ installs_active: 1 }), 'accepted'],
    [200, bytes('whatever'), 'accepted'],
    [204, bytes(''), 'accepted'],
    [401, bytes(failure('invalid_token')), 'refused'],
    [401, bytes(''), 'refused'],
    [403, bytes(failure('no')), 'refused'],
    [404, bytes(failure('not-found')), 'refused'],
    [410, bytes(''), 'refused'],
    [401, bytes(failure('bad_signature')), 'unanswered'],
    [401, bytes(failure('sig-mismatch')), 'unanswered'],
    [401, bytes(failure('timestamp-skew')), 'unanswered'],
    [401, bytes(failure('missing-headers')), 'unanswered'],
    [302, bytes(''), 'unanswered'],
    [402, bytes(''), 'unanswered'],
    [429, bytes(''), 'unanswered'],
    [500, bytes(''), 'unanswered'],
  ])('HTTP %i %# means %s', (status, body, kind) => expect(readProbeAnswer(status, body).kind).toBe(kind));
});
