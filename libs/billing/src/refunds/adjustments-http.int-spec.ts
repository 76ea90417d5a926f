import type { Page } from '@portal/kernel';
import { CollectingWorld, type IssuedInvoice } from '../../../../test/support/money/collecting.js';
import type { TestApp } from '../../../../test/support/http/http-app.js';
import { nowOperates } from '../../../../test/support/people/operator.js';
import { SyncDispute } from '../disputes/sync-dispute.js';
import type { InvoiceDetailView } from '../invoicing/http/billing.view.js';
import { billedFor, narrowed } from '../invoicing/read/narrowed.js';
import { SendRefund } from './send-refund.js';
import type {
  DisputeDetailView,
  FinanceInvoiceAdjustmentsView,
  InvoiceAdjustmentsView,
  RefundDetailView,
  RefundPreviewView,
} from './http/adjustments.view.js';

let app: TestApp;
const world = CollectingWorld.forTests();
let finance: string;
let operator: string;
beforeAll(async () => {
  app = await world.http();
  finance = await app.demo('finance-preparer');
  operator = await app.demo('operator');
});

const LINES = [{ amountMinor: 4_900n }, { amountMinor: 2_000n }];
const NOTE = { reason: 'service_failure', note: 'It did not work.' };
const UNKNOWN = '0190a000-0000-7000-8000-000000000001';

const get = <T>(route: string, as = finance) => app.call<T>({ method: 'GET', url: `/api/v1${route}`, as });
const post = <T>(route: string, body: object = {}, as = finance) =>
  app.call<T>({ method: 'POST', url: `/api/v1${route}`, body, as });
const adjustments = async (invoice: { id: string }) =>
  (await get<FinanceInvoiceAdjustmentsView>(`/finance/invoices/${invoice.id}/adjustments`)).data;

describe('refunding over the API', () => {
  it('shows what each author would lose, requires the amount that was shown, and makes exactly that refund', async () => {
    const invoice = await world.paid(LINES);
    const half = { scope: 'amount', amount_minor: '3450' };
    const preview = await post<RefundPreviewView>(`/finance/invoices/${invoice.id}/refund-preview`, half);
    expect(preview).toMatchObject({ status: 200, data: { amount_minor: '3450', available_minor: '6900' } });
    const losses = preview.data.authors.map((author) => BigInt(author.amount_minor));
    expect(losses.reduce((sum, one) => sum + one, 0n) + BigInt(preview.data.platform_minor)).toBe(3_450n);
    for (const author of preview.data.authors) {
      expect(BigInt(author.payable_before_minor) - BigInt(author.amount_minor)).toBe(
        BigInt(author.payable_after_minor),
      );
    }
    expect((await adjustments(invoice)).refunds).toEqual([]);

    const route = `/finance/invoices/${invoice.id}/refunds`;
    expect(await post(route, { ...half, ...NOTE, confirm_minor: '3451' })).toMatchObject({
      status: 409,
      error: 'confirmation_mismatch',
    });
    const made = await post<RefundDetailView>(route, { ...half, ...NOTE, confirm_minor: '3450' });
    expect(made).toMatchObject({ status: 201, data: { state: 'requested', amount_minor: '3450', lines: [] } });
    await world.get(SendRefund).execute(made.data.id);

    const after = (await get<RefundDetailView>(`/finance/refunds/${made.data.id}`)).data;
    expect(after).toMatchObject({ state: 'succeeded', suspense_minor: '0', credit_note_number: expect.any(String) });
    const byLine = (line: { line_id: string }) => line.line_id;
    expect(after.lines.map(byLine).sort()).toEqual(preview.data.lines.map(byLine).sort());
    expect(await adjustments(invoice)).toMatchObject({
      refunded_minor: '3450',
      refundable_minor: '3450',
      creditable: false,
      credit_notes: [{ total_minor: '3450', kind: 'refund' }],
    });
    const listed = await get<{ items: { id: string }[] }>('/finance/refunds?limit=1');
    expect(listed.data.items).toMatchObject([{ id: made.data.id }]);
  });

  it.each([
    ['an amount that is missing', { scope: 'amount' }],
    ['an amount of 0', { scope: 'amount', amount_minor: '0' }],
    ['a negative amount', { scope: 'amount', amount_minor: '-1' }],
    ['a fraction', { scope: 'amount', amount_minor: '1.5' }],
    ['no line', { scope: 'lines', lines: [] }],
  ])('refuses a body of %s', async (_name, body) => {
    expect(await post(`/finance/invoices/${UNKNOWN}/refund-preview`, body)).toMatchObject({
      status: 400,
      error: 'invalid_request',
    });
  });

  it('refunds a double payment once, for the amount that was shown', async () => {
    const invoice = await world.paid(LINES);
    await world.paidTwice(invoice, 'twice');
    const route = `/finance/invoices/${invoice.id}/surplus-refunds`;
    const give = (confirm: string) => post(route, { note: 'Paid twice.', confirm_minor: confirm });
    expect(await give('6899')).toMatchObject({ status: 409, error: 'confirmation_mismatch' });
    expect(await give('6900')).toMatchObject({ status: 202, data: { scope: 'surplus', amount_minor: '6900' } });
    expect(await give('6900')).toMatchObject({ status: 409 });
  });
});

describe('cancelling over the API', () => {
  it('issues a credit note, closes an invoice with nothing left, and refuses a paid one', async () => {
    const invoice = await world.issued(LINES);
    expect(await adjustments(invoice)).toMatchObject({ open_minor: '6900', creditable: true, refundable_minor: '0' });
    const route = `/finance/invoices/${invoice.id}/credit-notes`;
    const line = { scope: 'lines', lines: [{ line_id: invoice.lines[0]!.id }] };
    const part = await post<FinanceInvoiceAdjustmentsView>(route, { ...line, ...NOTE });
    const rest = invoice.totalMinor - invoice.lines[0]!.grossMinor;
    expect(part).toMatchObject({ status: 201, data: { open_minor: rest.toString(), creditable: true } });
    expect(await post(route, { scope: 'full', ...NOTE })).toMatchObject({
      status: 201,
      data: { open_minor: '0', credited_minor: '6900', creditable: false },
    });
    expect(await post(route, { scope: 'full', ...NOTE })).toMatchObject({
      status: 409,
      error: 'invoice_not_creditable',
    });
  });
});

describe('disputes over the API', () => {
  const disputed = async (): Promise<{ invoice: IssuedInvoice; id: string }> => {
    const invoice = await world.paid(LINES);
    const { id } = (await world.control('/disputes', { payment_intent: invoice.paymentIntentId })) as { id: string };
    await world.get(SyncDispute).execute(id);
    return { invoice, id: (await adjustments(invoice)).disputes[0]!.id };
  };

  it('show the deadline and the amount on hold, take one answer, and show the outcome', async () => {
    const { invoice, id } = await disputed();
    expect(await adjustments(invoice)).toMatchObject({ refundable_minor: '0' });
    const shown = await get<DisputeDetailView>(`/finance/disputes/${id}`);
    expect(shown.data).toMatchObject({
      status: 'needs_response',
      phase: 'opened',
      answerable: true,
      covered_minor: '6900',
    });
    expect(shown.data.evidence_due_at).not.toBeNull();
    expect(shown.data.lines).toHaveLength(2);
    expect(await post(`/finance/disputes/${id}/evidence`, { text: 'short' })).toMatchObject({ status: 400 });
    const answered = await post<DisputeDetailView>(`/finance/disputes/${id}/evidence`, { text: 'winning_evidence' });
    expect(answered).toMatchObject({ status: 200, data: { status: 'won', phase: 'won', answerable: false } });
    expect(answered.data.steps.map((step) => step.status)).toEqual(['needs_response', 'won']);
    expect(await post(`/finance/disputes/${id}/accept`)).toMatchObject({
      status: 409,
      error: 'dispute_not_answerable',
    });
  });
});

describe('a tenant’s operator', () => {
  it('sees refunds and credit notes of the tenant’s own invoices, and no dispute', async () => {
    const invoice = await world.paid(LINES);
    const route = `/operator/invoices/${invoice.id}/adjustments`;
    const { user } = (await get<{ user: { id: string } }>('/me', operator)).data;
    await nowOperates(world.billing.owner, user.id, invoice.tenantId);
    const body = { scope: 'full', ...NOTE, confirm_minor: '6900' };
    const made = await post<RefundDetailView>(`/finance/invoices/${invoice.id}/refunds`, body);
    await world.get(SendRefund).execute(made.data.id);
    const shown = await get<InvoiceAdjustmentsView>(route, operator);
    expect(shown.data).toMatchObject({
      refunded_minor: '6900',
      refunds: [{ state: 'succeeded', amount_minor: '6900' }],
      credit_notes: [{ total_minor: '6900' }],
    });
    expect(shown.data).not.toHaveProperty('disputes');
    expect(Object.keys(shown.data.refunds[0]!)).not.toContain('requested_by_name');
  });

  it('does not see what the payment provider takes from the platform, which finance does', async () => {
    const invoice = await world.paid(LINES);
    const { user } = (await get<{ user: { id: string } }>('/me', operator)).data;
    await nowOperates(world.billing.owner, user.id, invoice.tenantId);
    const { settlements } = await adjustments(invoice);
    expect(settlements).toMatchObject([{ cause: 'charge', amount_minor: '6900' }]);
    expect(BigInt(settlements[0]!.fee_minor)).toBeGreaterThan(0n);
    const [shown, goingBack] = await Promise.all(
      ['', '/adjustments'].map((part) => get<InvoiceDetailView>(`/operator/invoices/${invoice.id}${part}`, operator)),
    );
    expect(shown!.data.payments).toMatchObject([{ state: 'succeeded', amount_minor: '6900' }]);
    expect(JSON.stringify([shown!.data, goingBack!.data])).not.toMatch(/fee_|settle/);
  });
});

describe('the lines of an author', () => {
  it('add up, by ledger transaction, to the movements of the amount due to the author', async () => {
    const [orgId, other] = ['0190a000-0000-7000-8000-0000000000a1', '0190a000-0000-7000-8000-0000000000a2'];
    const invoice = await world.paid([
      { amountMinor: 4_900n, orgId },
      { amountMinor: 1_777n, orgId },
      { amountMinor: 990n, orgId: other },
    ]);
    const body = { scope: 'amount', amount_minor: '1234', ...NOTE, confirm_minor: '1234' };
    const made = await post<RefundDetailView>(`/finance/invoices/${invoice.id}/refunds`, body);
    await world.get(SendRefund).execute(made.data.id);
    const { id } = (await world.control('/disputes', { payment_intent: invoice.paymentIntentId, amount: 3_000 })) as {
      id: string;
    };
    for (const outcome of ['lost', 'appeal', 'appeal_won']) {
      await world.get(SyncDispute).execute(id);
      await world.control(`/disputes/${id}`, { outcome });
    }
    await world.get(SyncDispute).execute(id);
    for (const ownerId of [orgId, other]) {
      const sums = await world.billing.db.query<{ id: string; sum: string }>(
        `select t.id, sum(-a.author_share) as sum from billing.line_adjustments a
         join ledger.ledger_tx t on t.idempotency_key = a.posting_key where a.org_id = $1 group by t.id order by t.id`,
        [ownerId],
      );
      const movements = await world.ledger.movements(world.billing.db, {
        code: 'author_payable',
        ownerId,
        currency: 'usd',
      });
      const others = movements.filter((movement) => movement.kind !== 'invoice_paid');
      expect(others.map(({ txId, amountMinor }) => [txId, amountMinor])).toEqual(
        sums.map(({ id, sum }) => [id, BigInt(sum)]),
      );
      expect(others.map(({ kind }) => kind)).toEqual(['refund', 'dispute_opened', 'dispute_appeal_won']);
      expect(others.every(({ sourceType }, at) => sourceType === (at === 0 ? 'refund' : 'dispute'))).toBe(true);
    }
  });
});

describe('lists of refunds and credit notes', () => {
  type Listed = Page<RefundDetailView & Partial<Pick<DisputeDetailView, 'status'>>>;
  const list = async (route: string, query: Record<string, string> = {}) =>
    (await get<Listed>(`/finance/${route}?${new URLSearchParams({ limit: '100', ...query }).toString()}`)).data.items;
  const STATES = { refunds: 'state', 'credit-notes': null, disputes: 'status' } as const;

  it('are filtered by state, month, currency and the tenant or number of the invoice', async () => {
    const invoice = await world.paid(LINES);
    await post(`/finance/invoices/${invoice.id}/refunds`, { scope: 'full', confirm_minor: '6900', ...NOTE });
    for (const [route, state] of Object.entries(STATES)) {
      const all = await list(route);
      expect(all.length).toBeGreaterThan(0);
      const one = all[0]!;
      expect(await list(route, { q: one.tenant_name.toUpperCase().slice(1) })).toEqual(
        all.filter((row) => row.tenant_name.toUpperCase().includes(one.tenant_name.toUpperCase().slice(1))),
      );
      expect(await list(route, { q: '% nobody is called that _' })).toEqual([]);
      expect(await list(route, { currency: one.currency })).toEqual(all.filter((row) => row.currency === one.currency));
      expect(await list(route, { currency: 'xxx' })).toEqual([]);
      if (state)
        expect(await list(route, { state: one[state]! })).toEqual(all.filter((row) => row[state] === one[state]));
      expect(await list(route, { month: '2001-01' })).toEqual([]);
    }
    expect(await list('credit-notes', { state: 'countered' })).toEqual([]);
    expect((await list('credit-notes', { state: 'issued' })).length).toBe((await list('credit-notes')).length);
  });

  it('are filtered by author: by the lines that were taken, and before that by those that may be taken', async () => {
    const { owner } = world.billing;
    const [ours, theirs] = ['Ängström & Söhne', '100% Otters'];
    const authors = new Map<string, { id: string; slug: string }>();
    for (const name of [ours, theirs]) {
      const { rows } = await owner.query<{ id: string }>(
        `insert into authors.organizations (id, name, country, website) values (gen_random_uuid(), $1, 'SE', 'https://a.example') returning id`,
        [name],
      );
      const slug = `lists-${authors.size}-drive`;
      authors.set(name, { id: rows[0]!.id, slug });
      await owner.query(
        `with a as (insert into authors.applications (id, org_id, applicant_id, state, company_name, country, website, drive_name, drive_slug, description, security_contact, submitted_at, decided_by)
           values (gen_random_uuid(), $1, gen_random_uuid(), 'approved', 'C', 'US', 'https://a.example', $2, $2, 'D', 's@a.example', platform.portal_now(), gen_random_uuid()) returning id)
         insert into authors.drive_reservations (id, org_id, application_id, slug, name) select gen_random_uuid(), $1, a.id, $2, $2 from a`,
        [rows[0]!.id, slug],
      );
    }
    const lines = [
      { amountMinor: 4_900n, orgId: authors.get(ours)!.id },
      { amountMinor: 2_000n, orgId: authors.get(theirs)!.id },
    ];
    const found = async (route: string, author: string, invoice: { id: string }) =>
      (await list(route, { author })).filter((row) => row.invoice_id === invoice.id).length;
    const both = async (route: string, invoice: { id: string }) => [
      await found(route, 'ngSTR', invoice),
      await found(route, '100% o', invoice),
    ];

    // One of two lines is refunded: requested, then booked.
    const paid = await world.paid(lines);
    const mine = paid.lines.find((line) => line.grossMinor === 4_900n)!;
    const refund = await post<RefundDetailView>(`/finance/invoices/${paid.id}/refunds`, {
      ...{ scope: 'lines', lines: [{ line_id: mine.id }], confirm_minor: '4900' },
      ...NOTE,
    });
    expect(refund).toMatchObject({ status: 201, data: { state: 'requested' } });
    expect(await both('refunds', paid)).toEqual([1, 0]);
    await world.get(SendRefund).execute(refund.data.id);
    expect(await both('refunds', paid)).toEqual([1, 0]);
    expect(await both('credit-notes', paid)).toEqual([1, 0]);
    for (const [name, { slug }] of authors)
      expect(await found('refunds', slug.toUpperCase(), paid)).toBe(name === ours ? 1 : 0);

    // One line of another invoice is cancelled.
    const owed = await world.issued(lines);
    const yours = owed.lines.find((line) => line.grossMinor === 2_000n)!;
    const cancelled = { scope: 'lines', lines: [{ line_id: yours.id }], ...NOTE };
    expect((await post(`/finance/invoices/${owed.id}/credit-notes`, cancelled)).status).toBe(201);
    expect(await both('credit-notes', owed)).toEqual([0, 1]);

    // A dispute concerns the whole payment, before and after it is booked.
    const disputed = await world.paid(lines);
    const { id } = (await world.control('/disputes', { payment_intent: disputed.paymentIntentId })) as { id: string };
    await world.get(SyncDispute).execute(id);
    expect(await both('disputes', disputed)).toEqual([1, 1]);

    for (const route of Object.keys(STATES)) {
      expect(await list(route, { author: 'nobody is called that' })).toEqual([]);
      // A percent sign or an underscore in the search text is meant literally.
      expect(await list(route, { author: '%' })).toEqual(await list(route, { author: theirs }));
      expect(await list(route, { author: 'Otters', month: '2001-01' })).toEqual([]);
    }
  });

  it('return the same rows in pages as in whole, also when filtered', async () => {
    for (const route of Object.keys(STATES)) {
      const whole = (await list(route, { currency: 'usd' })).map(({ id }) => id);
      const pages: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Listed = (
          await get<Listed>(
            `/finance/${route}?currency=usd&limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
          )
        ).data;
        pages.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      expect(pages).toEqual(whole);
    }
  });

  it('read a month from their index, one page at a time', async () => {
    const { owner } = world.billing;
    const plans: [string, string, string, string, string][] = [
      ['refunds', 'r', 'r.created_at', 'r.state', 'refunds_recent'],
      ['disputes', 'd', 'd.opened_at', 'd.status', 'disputes_recent'],
    ];
    await owner.query('begin');
    await owner.query('set local enable_seqscan = off; set local enable_sort = off');
    for (const [table, alias, at, state, index] of plans) {
      const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
        `explain select 1 from billing.${table} ${alias} join billing.invoices i on i.id = ${alias}.invoice_id
         where ${narrowed({ at, currency: `${alias}.currency`, state, concerns: billedFor() })} order by ${at} desc, ${alias}.id desc limit 51`,
        ['2026-11', null, null, null, null],
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain(`Index Scan Backward using ${index}`);
      expect(plan).toMatch(/Index Cond: .*(created_at|opened_at) >=/);
      expect(plan).not.toContain('Sort');
    }
    await owner.query('rollback');
  });

  it('of months are filtered by what they wait for', async () => {
    const months = async (query: string) =>
      (await get<{ items: { month: string; state: string; can_close: boolean }[] }>(`/finance/periods${query}`)).data
        .items;
    const all = await months('');
    for (const state of ['open', 'ended', 'closing', 'closed'])
      expect(await months(`?state=${state}`)).toEqual(
        all.filter((one) => (one.can_close ? 'ended' : one.state) === state),
      );
    expect(await months('?currency=xxx')).toEqual([]);
  });
});
