import type Stripe from 'stripe';
import { refusal, sdkFor, Harness } from './harness.js';

const harness = Harness.forTests();

const customer = (parameters: object) => harness.stripe.customers.create(parameters as Stripe.CustomerCreateParams);
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));

describe('parameters are refused as the provider refuses them', () => {
  it.each([
    ['an unknown name', { colour: 'red' }, 'parameter_unknown', 'colour'],
    ['an unknown nested name', { address: { planet: 'x' } }, 'parameter_unknown', 'address[planet]'],
    ['a number that is none', { balance: 'lots' }, 'parameter_invalid_integer', 'balance'],
    ['a text where an object belongs', { shipping: 'home' }, undefined, 'shipping'],
    ['an object where a text belongs', { name: { first: 'x' } }, undefined, 'name'],
    ['a missing nested parameter', { shipping: { name: 'x' } }, 'parameter_missing', 'shipping[address]'],
    ['a word outside the list', { tax_exempt: 'perhaps' }, undefined, 'tax_exempt'],
    ['an empty text where nothing can be unset', { phone: '' }, 'parameter_invalid_empty', 'phone'],
    ['51 metadata keys', { metadata: many(51) }, undefined, 'metadata'],
    ['a metadata key of 41 characters', { metadata: { ['k'.repeat(41)]: 'v' } }, undefined, 'metadata'],
    ['a metadata value of 501 characters', { metadata: { k: 'v'.repeat(501) } }, undefined, 'metadata[k]'],
    ['a prototype as a name', JSON.parse('{"__proto__":"x"}') as object, 'parameter_unknown', '__proto__'],
  ])('%s', async (_what, parameters, code, param) => {
    const refused = await refusal(customer(parameters));
    expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', status: 400, param });
    expect(refused.code).toBe(code);
    expect(refused.requestId).toMatch(/^req_/);
  });

  it('values within the limits are accepted', async () => {
    const metadata = { ...many(49), ['k'.repeat(40)]: 'v'.repeat(500) };
    expect((await customer({ metadata })).metadata).toEqual(metadata);
  });

  it('metadata is merged on update: an empty value unsets its key, an empty hash all', async () => {
    const made = await customer({ metadata: { a: '1', b: '2' } });
    expect((await harness.stripe.customers.update(made.id, { metadata: { a: '', c: '3' } })).metadata).toEqual({
      b: '2',
      c: '3',
    });
    expect((await harness.stripe.customers.update(made.id, { metadata: '' })).metadata).toEqual({});
  });

  it('a parameter that the provider knows but the sandbox does not emulate is refused explicitly', async () => {
    expect(await refusal(customer({ tax_exempt: 'exempt' }))).toMatchObject({ code: 'sandbox_not_emulated' });
  });

  it('v2 speaks JSON and answers with its own code', async () => {
    const broken = { identity: { country: 'US', colour: 'red' } } as unknown as Stripe.V2.Core.AccountCreateParams;
    expect(await refusal(harness.stripe.v2.core.accounts.create(broken))).toMatchObject({
      status: 400,
      code: 'invalid_fields',
    });
    expect(await refusal(harness.stripe.v2.core.accounts.retrieve('acct_nobody'))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });
});

describe('authentication', () => {
  it('a wrong key is a 401 that does not repeat the key', async () => {
    const refused = await refusal(sdkFor(harness.sandbox, 'sk_test_wrong_key_value').customers.list());
    expect(refused).toMatchObject({ type: 'StripeAuthenticationError', status: 401 });
    expect(refused.message).not.toContain('wrong_key_value');
    const bare = await fetch(`${harness.sandbox.url}/v1/customers`);
    expect(bare.status).toBe(401);
  });

  it('an account that is not connected is a 403', async () => {
    expect(await refusal(harness.stripe.balance.retrieve({}, { stripeAccount: 'acct_nobody' }))).toMatchObject({
      type: 'StripePermissionError',
      code: 'account_invalid',
    });
  });

  it('an address that is not emulated is a 404 that says so', async () => {
    expect(await refusal(harness.stripe.invoices.list())).toMatchObject({ status: 404 });
    expect(await refusal(harness.stripe.customers.retrieve('cus_nobody'))).toMatchObject({
      code: 'resource_missing',
      status: 404,
    });
  });

  it('a wrong content type or an unreadable body is a 400, not a crash', async () => {
    const post = async (path: string, type: string, body: string) =>
      (
        await fetch(`${harness.sandbox.url}${path}`, {
          method: 'POST',
          body,
          headers: { authorization: 'Bearer sk_test_sandbox', 'content-type': type },
        })
      ).status;
    expect(await post('/v1/customers', 'application/json', '{}')).toBe(400);
    expect(await post('/v2/core/accounts', 'application/json', '{')).toBe(400);
    expect(await post('/v2/core/accounts', 'application/json', '[]')).toBe(400);
    expect(await post('/v1/customers', 'application/x-www-form-urlencoded', 'metadata=1&metadata[a]=2')).toBe(400);
    expect(await post('/v1/customers', 'application/x-www-form-urlencoded', 'expand[99]=x')).toBe(400);
    expect(await post('/v1/customers', 'text/plain', 'x')).toBe(415);
    expect(await post('/v1/customers', 'application/x-www-form-urlencoded', `name=${'x'.repeat(1_100_000)}`)).toBe(413);
  });
});
