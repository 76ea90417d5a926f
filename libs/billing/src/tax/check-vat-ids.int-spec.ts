import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { BillingFixture, FINANCE, SECOND, SELLER, VAT_IN_USD } from '../../../../test/support/money/billing.js';
import { operatorOf } from '../../../../test/support/money/collecting.js';
import { putInForce } from '../../../../test/support/people/by-two.js';
import { listen } from '../../../../test/support/processes/processes.js';
import { SetBillingDetails } from '../cards/set-billing-details.js';
import { ClosePreview } from '../invoicing/read/close-preview.js';
import type { PolicyKey } from '../policies/domain/policy.js';
import { CheckVatIds } from './check-vat-ids.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RATE = { basis_points: 2000, name: 'VAT', region: null, reverse_charge: true };
const json =
  (status: number, body: unknown) =>
  (_: IncomingMessage, response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const valid = json(200, { valid: true, requestIdentifier: 'WAPIAAAAX1', requestDate: '2026-12-01T10:00:00.000Z' });
const unknown = json(200, { valid: false, requestIdentifier: '', name: '---' });

describe('VAT ids are checked by VIES', () => {
  let billing: BillingFixture;
  let answer: (request: IncomingMessage, response: ServerResponse) => void = valid;
  const asked: Record<string, string>[] = [];
  const paths = new Set<string>();
  const server = createServer((request, response) => {
    paths.add(`${request.method} ${request.url}`);
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    request.on('end', () => {
      asked.push(JSON.parse(body) as Record<string, string>);
      answer(request, response);
    });
  });

  beforeAll(async () => {
    const port = await listen(server);
    billing = await BillingFixture.start({
      VIES_URL: `http://127.0.0.1:${port}/rest-api`,
      SANDBOX_DRIVE_PORTS: String(port),
    });
    await policy('operator_identity', { ...SELLER, country: 'AT', tax_id: 'ATU12011204' });
    await policy('vat_currency', VAT_IN_USD);
    await policy('tax', {
      provider: 'table',
      table: ['DE', 'FR', 'GR', 'GB'].map((country) => ({ ...RATE, country })),
    });
  });
  beforeEach(async () => {
    await billing.owner.query('delete from billing.billing_details; delete from billing.vat_checks');
    asked.length = 0;
    answer = valid;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await billing.close();
  });

  const policy = (key: PolicyKey, value: unknown) =>
    putInForce(billing, billing.owner, [FINANCE, SECOND], { key, value, validFrom: new Date('2014-01-01T00:00:00Z') });
  const check = () => billing.get(CheckVatIds).execute();
  const details = (tenantId: string) => billing.get(SetBillingDetails).get(operatorOf(tenantId), tenantId);
  async function tenant(country: string, taxId: string) {
    const tenantId = randomUUID();
    const address = { legal_name: 'Acme', line1: 'Street 1', city: 'Town', postal_code: '1', region: null };
    await billing
      .get(SetBillingDetails)
      .execute(operatorOf(tenantId), tenantId, { ...address, country, tax_id_type: 'eu_vat', tax_id: taxId });
    return tenantId;
  }
  async function author(country: string, vatId: string) {
    const orgId = randomUUID();
    await billing.owner.query(
      `insert into statements.tax_profiles (org_id, version, legal_name, address, country, vat_id, vat_treatment, self_billing_consent, saved_by_name)
       values ($1, 1, 'Ada', 'Street 1', $2, $3, 'reverse_charge', true, 'Ada')`,
      [orgId, country, vatId],
    );
    return orgId;
  }
  const checkNow = async (tenantId: string) => (await details(tenantId)).tax_id_check;

  it('asks once about an id of tenants and authors, with Greece as EL and Northern Ireland as XI', async () => {
    const [german, greek] = [await tenant('DE', 'DE136695976'), await tenant('GR', 'GR094259216')];
    await tenant('DE', 'de 136 695 976');
    await tenant('GB', 'XI123456782');
    await author('FR', 'FR40303265045');
    await author('CH', 'CHE123456788');
    await check();
    const sent = asked.map(({ countryCode, vatNumber }) => `${countryCode} ${vatNumber}`);
    expect(sent.sort()).toEqual(['DE 136695976', 'EL 094259216', 'FR 40303265045', 'XI 123456782']);
    expect(asked[0]).toMatchObject({ requesterMemberStateCode: 'AT', requesterNumber: 'U12011204' });
    expect([...paths]).toEqual(['POST /rest-api/check-vat-number']);
    expect((await details(german)).vies).toEqual({
      ...{ valid: true, reference: 'WAPIAAAAX1', checked_at: expect.stringMatching(/^20\d\d-.*Z$/) as string },
    });
    expect(await checkNow(greek)).toBe('by_vies');
    await check();
    expect(asked).toHaveLength(4);
  });

  it('asks again about a refused id after a day and about a confirmed one after 90 days', async () => {
    await tenant('DE', 'DE136695976');
    const german = () => asked.filter(({ countryCode }) => countryCode === 'DE');
    answer = unknown;
    await check();
    await billing.advance(DAY - HOUR);
    await check();
    expect(german()).toHaveLength(1);
    await billing.advance(2 * HOUR);
    answer = valid;
    await check();
    expect(german()).toHaveLength(2);
    await billing.advance(89 * DAY);
    await check();
    expect(german()).toHaveLength(2);
    await billing.advance(2 * DAY);
    await check();
    expect(german()).toHaveLength(3);
  });

  it.each([
    ['the register of the country does not respond', json(200, { valid: false, userError: 'MS_UNAVAILABLE' })],
    [
      'the service refuses for now',
      json(200, { actionSucceed: false, errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ' }] }),
    ],
    ['who asks is not known', json(400, { errorWrappers: [{ error: 'INVALID_REQUESTER_INFO' }] })],
    ['it fails', json(500, { valid: false })],
    [
      'it does not answer in words',
      (_: unknown, response: ServerResponse) => void response.end('<html>{"valid": true}'),
    ],
    ['it answers nothing', json(200, null)],
    ['its answer has other types', json(200, { valid: true, errorWrappers: 5, userError: {} })],
    ['`valid` is no boolean', json(200, { valid: 'true' })],
    [
      'it leads elsewhere',
      (request: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(302, { location: request.url }).end('{"valid": true}'),
    ],
    ['the answer has ten megabytes', json(200, { valid: true, name: 'x'.repeat(10 * 1024 * 1024) })],
    ['it hangs', () => undefined],
    ['it hangs up', (request: IncomingMessage) => void request.socket.destroy()],
  ] as const)('keeps the check of the form when %s, and asks again after an hour', async (_, fails) => {
    const tenantId = await tenant('FR', 'FR40303265045');
    answer = fails;
    await check();
    expect(await checkNow(tenantId)).toBe('by_form');
    const before = asked.length;
    await check();
    expect(asked).toHaveLength(before);
    answer = valid;
    await billing.advance(HOUR + 1_000);
    await check();
    expect(await checkNow(tenantId)).toBe('by_vies');
    // What was confirmed stays so while it does not answer.
    answer = fails;
    await billing.advance(91 * DAY);
    await check();
    expect(asked.length).toBeGreaterThan(before + 1);
    expect(await checkNow(tenantId)).toBe('by_vies');
  });

  it.each([
    ['not registered', unknown],
    ['no id of the country', json(400, { errorWrappers: [{ error: 'INVALID_INPUT' }] })],
  ])(
    'a tenant whose id is %s pays the tax, finance sees it before the close, and the invoice is equal',
    async (_, no) => {
      const month = no === unknown ? '2014-02' : '2014-03';
      const activatedAt = new Date(`${month}-01T00:00:00Z`);
      const [wrong, right] = [await tenant('DE', 'DE136695976'), await tenant('FR', 'FR40303265045')];
      const orgId = await author('GR', 'EL094259216');
      for (const tenantId of [wrong, right]) await billing.activate({ tenantId, orgId, activatedAt });
      answer = (request, response) => (asked.at(-1)!['countryCode'] === 'FR' ? valid : no)(request, response);
      await check();
      expect(await checkNow(wrong)).toBe('failed');
      const preview = await billing.get(ClosePreview).of(month);
      const ids = ({ code }: { code: string }) => code === 'tax_id_invalid';
      expect(preview.gaps.filter(ids).map(({ id, code }) => [code, id])).toEqual([
        ['tax_id_invalid', wrong],
        ['tax_id_invalid', orgId],
      ]);
      await billing.closeMonth(month);
      const { rows } = await billing.owner.query<{ tenant_id: string; tax: string; details: Record<string, unknown> }>(
        'select tenant_id, tax, tax_details as details from billing.invoices where month = $1::date order by tax',
        [`${month}-01`],
      );
      expect(rows).toMatchObject([
        {
          tenant_id: right,
          tax: '0',
          details: { reverse_charge: true, vies: { valid: true, reference: 'WAPIAAAAX1' } },
        },
        { tenant_id: wrong, tax: preview.totals[0]!.tax_minor, details: { reverse_charge: false, reason: 'rated' } },
      ]);
      expect(preview.totals[0]!.tax_minor).toBe('980');
      await billing.owner.query(
        `update billing.install_segments set ended_at = billing.month_end($1::date), reported_ended_at = ended_at, closed_by_event = gen_random_uuid()
       where ended_at is null`,
        [`${month}-01`],
      );
    },
  );
});
