import { ApiError, fieldErrors, toApiError } from './errors.js';

const envelope = {
  ok: false,
  error: 'invalid_request',
  message: 'The request is not right.',
  details: [
    { pointer: '/email', code: 'format', message: 'Not an email address.' },
    { pointer: '/email', code: 'length', message: 'Too long.' },
    { pointer: '/config/a~1b', code: 'required', message: 'Fill this in.' },
    { pointer: '/elsewhere', code: 'unknown', message: 'Not expected.' },
  ],
  request_id: 'req-1',
};

describe('toApiError', () => {
  it('takes code, message, details and request id from the envelope', () => {
    const error = toApiError(400, envelope, 'header');
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_request',
      message: envelope.message,
      requestId: 'req-1',
    });
    expect(error.details).toHaveLength(4);
  });

  it('makes a sentence for an answer without an envelope and keeps the request id of the header', () => {
    expect(toApiError(502, '<html>', 'header')).toMatchObject({ code: 'http_502', requestId: 'header' });
  });

  it('counts no answer and 5xx as unknown outcomes, 4xx as definite ones', () => {
    expect(toApiError(0, null, null).isUnknownOutcome).toBe(true);
    expect(toApiError(503, envelope, null).isUnknownOutcome).toBe(true);
    expect(toApiError(409, envelope, null).isUnknownOutcome).toBe(false);
  });
});

describe('fieldErrors', () => {
  const error = toApiError(400, envelope, null);

  it('joins the messages of one field', () => {
    expect(fieldErrors(error, ['email']).email).toBe('Not an email address. Too long.');
  });

  it('decodes pointers into paths', () => {
    expect(fieldErrors(error, ['config.a/b'])['config.a/b']).toBe('Fill this in.');
  });

  it('loses no detail that belongs to no field', () => {
    expect(fieldErrors(error, ['email'])['']).toContain('Not expected.');
  });

  it('is empty for errors that are not of the API', () => {
    expect(fieldErrors(new Error('x'), ['email'])).toEqual({});
    expect(new ApiError(400, 'a', 'b').details).toEqual([]);
  });
});
