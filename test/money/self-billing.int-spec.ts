import { readOf } from '../support/money/read-pdf.js';
import { dispute, disputeEnds, refund, scopeOf } from '../support/money/going-back.js';
import { MoneyWorld, type PaidAuthor } from '../support/money/money-world.js';
import { DocumentLinks } from '@portal/billing';
import { Clock } from '@portal/kernel';
import { chargeAll, nameOperator, payingTenant, runMonths } from '../support/money/two-months.js';
import { Transactor } from '@portal/platform/database';
import type { DeliveryContext } from '@portal/platform/events';
import type { SelfBillingNotice } from '../../libs/statements/src/events.js';
import { MailSelfBilling } from '../../libs/statements/src/mail-self-billing.js';
import type { StatementView } from '../../libs/statements/src/http/statements.view.js';
import { ExportRows } from '../../libs/statements/src/read/export-rows.js';
import { RenderStatement } from '../../libs/statements/src/render-statement.js';

const world = MoneyWorld.forTests();
beforeAll(() => nameOperator(world));
const PROFILE = {
  legal_name: 'Żółć Sp. z o.o.',
  address: 'Ulica 1\n00-001 Warszawa',
  country: 'PL',
  vat_id: 'PL8567346215',
  vat_treatment: 'reverse_charge',
  self_billing_consent: true,
};

async function agrees(author: PaidAuthor, more: object = {}): Promise<void> {
  const { revision, saved } = (
    await world.read<{ revision: string; saved: boolean }>(author.session, '/author/tax-profile')
  ).data;
  const body = { ...PROFILE, ...more, ...(saved && { revision }) };
  const answer = await world.post(author.session, '/author/tax-profile', body);
  expect([answer.status, answer.error]).toEqual([200, undefined]);
}
const during = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return { from: `${month}-01T00:00:00Z`, to: new Date(Date.UTC(year, number, 1)).toISOString() };
};
let year = 2019;
/** Three months of a year that no other test uses. */
const months = (): [string, string, string] => {
  year -= 1;
  return [`${year}-01`, `${year}-02`, `${year}-03`];
};
/** What is charged in a month to each tenant, and its statements after `meanwhile`. */
async function play(month: string, charged: [PaidAuthor, string, bigint][], meanwhile?: () => Promise<unknown>) {
  for (const [{ orgId }, tenantId, amount] of charged)
    await world.segment({ orgId, tenantId, amount, ...during(month) });
  await world.closeMonth(month);
  await chargeAll(world, month);
  await meanwhile?.();
  await world.finish(await world.prepare(month));
  await world.seal();
}
/** Processes what was emitted about an author's papers. */
async function told(orgId: string): Promise<void> {
  const events = await world.query<{ id: string; payload: SelfBillingNotice }>(
    `select id, payload from platform.outbox_events where type = 'statements.self_billing_issued' and payload ->> 'org_id' = $1 order by seq`,
    [orgId],
  );
  const once: DeliveryContext['once'] = (work) => world.get(Transactor).run(work);
  for (const { id, payload } of events)
    await world.get(MailSelfBilling).execute(payload, { eventId: id, attempt: 1, once });
}
const statement = async (author: PaidAuthor, month: string, currency?: string) => {
  const { id } = await world.statementOf(author, month, currency);
  return (await world.read<StatementView>(author.session, `/author/statements/${id}`)).data;
};
const paper = async (id: string, kind: 'invoice' | 'corrective') =>
  readOf((await world.get(RenderStatement).execute(id, kind, null)).body);
const netOf = (text: string): bigint => BigInt(/Net(-?[\d,.]+) [A-Z]{3}VAT0/.exec(text)![1]!.replace(/[.,]/g, ''));
const intentOf = async (tenantId: string, month: string) => (await world.invoiceOf(tenantId, month)).intent!;

describe('self-billing', () => {
  it('is over an author’s life what customers paid and did not get back, as the yearly table says', async () => {
    const { ada, bob } = await runMonths(world, agrees);
    let correctives = 0;
    for (const author of [ada, bob])
      for (const currency of ['usd', 'eur']) {
        let [invoiced, stated] = [0n, 0n];
        for (const month of ['2026-01', '2026-02']) {
          const of = await statement(author, month, currency).catch(() => undefined);
          if (of?.self_billing_number) invoiced += netOf(await paper(of.id, 'invoice'));
          if (of?.corrective_number) invoiced += netOf(await paper(of.id, 'corrective'));
          correctives += of?.corrective_number ? 1 : 0;
          const linked = of?.entries.filter(({ lines }) => lines.length > 0) ?? [];
          stated += linked.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), BigInt(of?.earned_minor ?? 0));
        }
        const table = world.get(ExportRows);
        const years = await Promise.all(
          ['2025-01', '2026-01', '2027-01'].map((m) => table.page('authors_by_quarter', m, '', 999)),
        );
        const credited = years
          .flatMap(({ rows }) => rows as Record<string, string>[])
          .filter((row) => row['author'] === author.orgId && row['currency'] === currency)
          .reduce((sum, row) => sum + BigInt(row['consideration_minor']!), 0n);
        expect([author.name, currency, invoiced, stated]).toEqual([author.name, currency, credited, credited]);
      }
    // February took back from lines of January of both authors.
    expect(correctives).toBe(2);
  });

  it('is an invoice over what customers paid for, and a refund after the payout amends it by the next number', async () => {
    const [first, second, third] = months();
    const [author, tenant] = [await world.author(), await payingTenant(world)];
    await agrees(author);
    await play(first, [[author, tenant, 10_000n]], async () =>
      refund(world, (await world.invoiceOf(tenant, first)).id, scopeOf(1_000n)),
    );
    const january = await statement(author, first);
    expect(january).toMatchObject({ paid_minor: '6300', corrective_number: null });
    const invoice = await paper(january.id, 'invoice');
    for (const part of [
      `Self-billing invoice ${january.self_billing_number}`,
      ...['Żółć Sp. z o.o.', 'Ulica 1', 'VAT number PL8567346215', 'Recipient'],
      ...[`, ${first}, 1 line`, '70.00 USD', 'Refund to the tenant-7.00 USD', 'Net63.00 USD'],
      'Reverse charge',
    ])
      expect(invoice).toContain(part);

    await play(second, [[author, tenant, 8_000n]]);
    // One month corrects two invoices, and is invoiced itself.
    await play(third, [[author, tenant, 4_000n]], async () => {
      await refund(world, (await world.invoiceOf(tenant, first)).id, scopeOf(2_000n));
      await refund(world, (await world.invoiceOf(tenant, second)).id, scopeOf());
    });
    const [february, march] = [await statement(author, second), await statement(author, third)];
    expect(
      [
        january.self_billing_number,
        february.self_billing_number,
        march.self_billing_number,
        march.corrective_number,
      ].map((number) => number!.slice(-6)),
    ).toEqual(['000001', '000002', '000003', '000004']);
    const corrective = await paper(march.id, 'corrective');
    for (const part of [
      `Corrective self-billing invoice ${march.corrective_number}`,
      `Amends self-billing invoice ${january.self_billing_number} of ${new Date().getFullYear()}`,
      `Amends self-billing invoice ${february.self_billing_number} of`,
      ...['-14.00 USD', '-56.00 USD', 'Net-70.00 USD', 'Total-70.00 USD', 'Reverse charge'],
    ])
      expect(corrective).toContain(part);
    expect(netOf(await paper(march.id, 'invoice'))).toBe(2_800n);
    // Neither paper of the past changes, and another author finds none.
    expect(await paper(january.id, 'invoice')).toBe(invoice);
    const path = `/author/statements/${march.id}/self-billing?kind=`;
    expect((await world.file(author.session, `${path}corrective`)).slice(0, 5)).toBe('%PDF-');
    expect((await world.file(world.preparer, `${path.replace('author', 'finance')}invoice`)).slice(0, 5)).toBe('%PDF-');
    expect((await world.read((await world.author()).session, `${path}corrective`)).error).toBe('statement_not_found');
    expect((await world.read(author.session, `${path}other`)).status).toBe(400);
    const none = await world.read(author.session, `/author/statements/${january.id}/self-billing?kind=corrective`);
    expect([none.status, none.error]).toEqual([404, 'self_billing_not_found']);
  });

  it('takes a disputed supply back when the bank does, and amends again when the dispute is won', async () => {
    const [first, second, third] = months();
    const author = await world.author();
    const [won, lost, own] = [await payingTenant(world), await payingTenant(world), await payingTenant(world)];
    await agrees(author);
    const cases: string[] = [];
    // All of one supply is disputed before its invoice: it is an invoice of less, which a later one may still amend.
    await play(
      first,
      [
        [author, won, 10_000n],
        [author, lost, 5_000n],
        [author, own, 3_000n],
      ],
      async () => cases.push(await dispute(world, await intentOf(own, first))),
    );
    const paidFor = await statement(author, first);
    const reason = 'Disputed by the tenant, kept until it is decided-';
    const invoice = await paper(paidFor.id, 'invoice');
    expect([netOf(invoice), invoice]).toEqual([10_500n, expect.stringContaining(reason)]);
    await play(second, [], async () => {
      cases.push(await dispute(world, await intentOf(won, first)));
      await dispute(world, await intentOf(lost, first), undefined, ['lost']);
    });
    await play(third, [], async () => {
      for (const id of cases) await disputeEnds(world, id, 'won');
    });
    const [taken, back] = [await statement(author, second), await statement(author, third)];
    expect([taken.self_billing_number, back.self_billing_number]).toEqual([null, null]);
    for (const [{ id }, amount, of] of [
      [taken, -10_500n, reason],
      [back, 9_100n, 'Dispute won, given back'],
    ] as const) {
      const corrective = await paper(id, 'corrective');
      expect([netOf(corrective), corrective]).toEqual([amount, expect.stringContaining(of)]);
    }
  });

  it('without consent is not issued, and corrects what was issued with it but none of the author’s own invoices', async () => {
    const [first, second, third] = months();
    const [late, withdrawn] = [await world.author(), await world.author()];
    const [a, b] = [await payingTenant(world), await payingTenant(world)];
    await agrees(late, { self_billing_consent: false });
    await agrees(withdrawn);
    const both = (amount: bigint): [PaidAuthor, string, bigint][] => [
      [late, a, amount],
      [withdrawn, b, amount],
    ];
    await play(first, both(10_000n));
    await agrees(late);
    await play(second, both(8_000n), async () => {
      await refund(world, (await world.invoiceOf(a, first)).id, scopeOf(1_000n));
      await agrees(withdrawn, { self_billing_consent: false });
      await refund(world, (await world.invoiceOf(b, first)).id, scopeOf(1_000n));
    });
    // What was invoiced by us is corrected by us.
    await play(third, [], async () => refund(world, (await world.invoiceOf(a, second)).id, scopeOf(1_000n)));
    const papers = async (author: PaidAuthor) =>
      Promise.all(
        [first, second, third].map(async (month) => {
          const of = await statement(author, month);
          return [of.self_billing_number, of.corrective_number].map((number) => number?.slice(-1) ?? '-').join('');
        }),
      );
    expect([await papers(late), await papers(withdrawn)]).toEqual([
      ['--', '1-', '-2'],
      ['1-', '-2', '--'],
    ]);
  });

  it('is mailed to its author with a link that needs no account, and that nothing else opens', async () => {
    const [first, second] = months();
    const [author, other, tenant] = [await world.author(), await world.author(), await payingTenant(world)];
    await agrees(author);
    await play(first, [
      [author, tenant, 10_000n],
      [other, tenant, 9_000n],
    ]);
    await play(second, [], async () => refund(world, (await world.invoiceOf(tenant, first)).id, scopeOf(1_000n)));
    await told(author.orgId);
    const [{ id, self_billing_number }, { id: later, corrective_number }] = [
      await statement(author, first),
      await statement(author, second),
    ];
    const mails = await world.query<{ subject: string; body: string }>(
      `select subject, body from platform.mail_messages where recipient in (select u.email from identity.users u
         join identity.role_grants g on g.user_id = u.id where g.role = 'author' and g.scope_id = $1) and subject like '%elf-billing invoice%' order by id`,
      [author.orgId],
    );
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Self-billing invoice ${self_billing_number}`,
      `Corrective self-billing invoice ${corrective_number}`,
    ]);
    for (const [n, statementId] of [id, later].entries())
      for (const part of [/PDF, without signing in, until .*\/api\/public\/self-billing\/pdf\?token=/, statementId])
        expect(mails[n]!.body).toMatch(part);

    const read = async (token: string, path = 'self-billing') => {
      const url = `/api/public/${path}/pdf?token=${encodeURIComponent(token)}`;
      const { status, headers, body } = await world.app.call({ method: 'GET', url });
      return [status, String(headers['content-type']).split(';')[0], body.slice(0, 5)];
    };
    const links = world.get(DocumentLinks);
    const tokenOf = (of: string) => links.inMail(of, 'self_billing').token.reveal();
    for (const token of [tokenOf(`${id} invoice`), tokenOf(`${later} corrective`)])
      expect(await read(token)).toEqual([200, 'application/pdf', '%PDF-']);
    const none = [404, 'application/json', expect.any(String)];
    const ofInvoice = links.inMail((await world.invoiceOf(tenant, first)).id).token.reveal();
    const good = tokenOf(`${id} invoice`);
    for (const wrong of [ofInvoice, `${good.slice(0, -4)}AAAA`, 'x', `${id} invoice`, tokenOf(`${id} corrective`)])
      expect(await read(wrong)).toEqual(none);
    expect(await read(good, 'invoices')).toEqual(none);
    const wall = jest.spyOn(world.get(Clock), 'wallNow').mockReturnValue(new Date(Date.now() - 91 * 86_400_000));
    const old = tokenOf(`${id} invoice`);
    wall.mockRestore();
    expect(await read(old)).toEqual(none);
  });

  it('has one paper of a kind per statement, which the database holds without the service', async () => {
    const owner = await world.owner();
    const again = owner.query(
      `insert into statements.self_billing_invoices (org_id, seq, number, statement_id, kind, profile_version)
       select i.org_id, (select max(seq) + 1 from statements.self_billing_invoices x where x.org_id = i.org_id), 'X-1', i.statement_id, i.kind, i.profile_version
       from statements.self_billing_invoices i where kind = 'corrective' limit 1`,
    );
    await expect(again).rejects.toThrow('self_billing_invoices_statement_id_kind_key');
    await expect(owner.query(`update statements.self_billing_invoices set number = 'X'`)).rejects.toThrow();
  });

  it('is not agreed to, and nothing is issued, while its recipient is not named', async () => {
    await nameOperator(world, null);
    const author = await world.author();
    expect(await world.post(author.session, '/author/tax-profile', PROFILE)).toMatchObject({
      status: 409,
      error: 'self_billing_recipient_missing',
    });
    await world.query(
      `insert into statements.tax_profiles (org_id, version, legal_name, address, country, vat_treatment, self_billing_consent, saved_by_name)
       values ($1, 1, 'Before', 'Street 1', 'PL', 'exempt', true, 'Nobody')`,
      [author.orgId],
    );
    const [month] = months();
    await play(month, [[author, await payingTenant(world), 10_000n]]);
    const { id, self_billing_number } = await statement(author, month);
    expect(self_billing_number).toBeNull();
    const issue = world.query(
      `insert into statements.self_billing_invoices (org_id, seq, number, statement_id, kind, profile_version) values ($1, 1, 'X-1', $2, 'invoice', 1)`,
      [author.orgId, id],
    );
    await expect(issue).rejects.toThrow('without a recipient');
    await nameOperator(world);
  });
});
