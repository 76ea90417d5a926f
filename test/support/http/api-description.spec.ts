import { ApiDescription, type WholeAnswer } from './api-description.js';

const description = ApiDescription.get();
const ID = { 'x-request-id': 'abcdefgh' };
const JSON_TYPE = { ...ID, 'content-type': 'application/json; charset=utf-8' };
const FILE = { ...ID, 'content-disposition': 'attachment' };
const meta = { version: 'v1', generated_at: '2026-11-02T09:30:00.000Z' };
const page = (items: object[], more: object = {}): WholeAnswer => ({
  status: 200,
  headers: JSON_TYPE,
  body: JSON.stringify({ ok: true, data: { items, next_cursor: null, ...more }, meta }),
});
const row = { id: '0198', type: 'notice' };

describe('an answer compared with docs/openapi.json', () => {
  const list = description.operation('GET', '/api/v1/author/webhooks/:id/messages')!;
  const pdf = description.operation('GET', '/api/v1/author/statements/:id/pdf')!;
  const found = (answer: WholeAnswer, operation = list): string[] => description.contradictions(operation, answer);
  const refusal = (status: number, error: string): WholeAnswer => ({
    status,
    headers: JSON_TYPE,
    body: JSON.stringify({ ok: false, error, message: 'No.', details: [], request_id: 'abcdefgh' }),
  });

  it('has no contradiction when the document describes it completely', () => {
    expect(found(page([]))).toEqual([]);
    expect(found(refusal(401, 'unauthenticated'))).toEqual([]);
    expect(found({ status: 200, headers: { ...FILE, 'content-type': 'application/pdf' } }, pdf)).toEqual([]);
  });

  it('has one when the status, the media type or the code is not described', () => {
    expect(found({ status: 418, headers: JSON_TYPE, body: '{}' })).toEqual(['status 418 is not described']);
    expect(found({ status: 200, headers: { ...FILE, 'content-type': 'text/html' } }, pdf)).toEqual([
      '200: content type text/html is not described',
    ]);
    expect(found({ status: 200, headers: FILE }, pdf)).toEqual(['200: content type none is not described']);
    expect(found(refusal(401, 'sign_in_failed'))).toEqual(['401: error code sign_in_failed is not described']);
  });

  it('has one for a header that is missing, of another form or not described', () => {
    expect(found({ ...page([]), headers: { 'content-type': 'application/json' } })).toEqual([
      '200: header x-request-id is missing',
    ]);
    expect(found({ ...page([]), headers: { ...JSON_TYPE, 'x-total': '3' } })).toEqual([
      '200: header x-total is not described',
    ]);
    const soon = { ...refusal(403, 'forbidden'), headers: { ...JSON_TYPE, 'retry-after': 'soon' } };
    expect(found(soon)).toEqual([expect.stringMatching(/^403: header retry-after: /)]);
  });

  it('has one for a member too many, one too few and one of another type, also next to the parts of an envelope', () => {
    expect(found(page([], { total: 3 }))).toEqual(['200: #/data/total is not described']);
    expect(found(page([row]))).toContainEqual(expect.stringMatching(/^200: #\/data\/items\/\* .*required/));
    const text = page([]).body!.replace('null', '7');
    expect(found({ ...page([]), body: text })).toEqual([
      expect.stringMatching(/next_cursor .*Expected "string", "null"/),
    ]);
    expect(found({ ...page([]), body: text.replace('"ok":true', '"ok":false') })).toContainEqual(
      expect.stringContaining('#/ok '),
    );
  });
});

describe('the operation of an address', () => {
  it('is the one with the same fixed words, whatever is in its parameters', () => {
    const id = (method: string, address: string): string | undefined =>
      description.operationAt(method, address)?.operationId;
    expect(id('GET', '/api/v1/notifications/unread?limit=1')).toBe('Notifications_unread');
    expect(id('POST', '/api/v1/notifications/x/read')).toBe('Notifications_readOne');
    expect(id('DELETE', '/api/v1/notifications/unread')).toBeUndefined();
    expect(id('GET', '/elsewhere')).toBeUndefined();
  });
});
