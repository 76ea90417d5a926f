import type { Scenario } from './scenario.js';
import type { Client } from 'pg';
import { worksInFinance } from '../../people/by-two.js';
import { writeCurrencies } from './currencies.js';
import { ventureName, type Names } from './names.js';
import { providerId } from './provider-id.js';
import { authorCustomer, type Provider } from './provider.js';

/** Valid ones, for scenarios in which a tax id is just there. */
const TAX_IDS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'ATU13585627 BE0428759497 CY10259033P CZ25123891 DE136695976 DK13585628 EE100931558 ESB58378431 FI20774740 ' +
    'FR40303265045 HR33392005961 HU12892312 IE6388047V IT00743110157 LT119511515 LU15027442 LV40003521600 MT11679112 ' +
    'NL004495445B01 PL8567346215 PT501964843 RO18547290 SE123456789701 SI50223054 SK2022749619'
  )
    .split(' ')
    .map((id) => [id.slice(0, 2), id]),
);

/** As written when the scenario names a seller; otherwise a valid one of the country stands for it. */
function taxIdOf({ policies }: Scenario, country: string, taxId: string | undefined) {
  if (taxId === undefined) return {};
  const valid = policies.has('operator_identity') ? taxId : (TAX_IDS[country] ?? taxId);
  return { type: 'eu_vat', tax_id: valid };
}

/** Rows of other features about the scenario's people, written as the owner of a temporary database. */
export async function populate(owner: Client, scenario: Scenario, names: Names, provider: Provider): Promise<void> {
  await writeCurrencies(owner, scenario);
  const { authors, tenants, events } = scenario;
  const write = (sql: string, rows: object[]) => owner.query(sql, [JSON.stringify(rows)]);
  await worksInFinance(
    owner,
    ...['proposer', 'decider', 'holder'].map((name) => ({ userId: names.person(name), name })),
  );
  await write(
    `insert into authors.organizations (id, name, country, website)
     select x.id, x.name, x.country, 'https://example.com' from jsonb_to_recordset($1) as x(id uuid, name text, country text)`,
    [...authors].map(([name, { country }]) => ({ id: names.id('author', name), name, country })),
  );
  await write(
    `insert into installs.tenants (id, name, external_id) select x.id, x.name, x.name from jsonb_to_recordset($1) as x(id uuid, name text)`,
    [...tenants.keys()].map((name) => ({ id: names.id('tenant', name), name })),
  );
  const ventures = new Map([...tenants.keys()].map((tenant) => [tenant, tenant]));
  for (const event of events) {
    if (event.type === 'install' && event.venture !== undefined)
      ventures.set(ventureName(event.tenant, event.venture), event.tenant);
  }
  await write(
    `insert into installs.ventures (id, tenant_id, name, external_id)
     select x.id, x.tenant, x.name, x.name from jsonb_to_recordset($1) as x(id uuid, tenant uuid, name text)`,
    [...ventures].map(([name, tenant]) => {
      return { id: names.id('venture', name), tenant: names.id('tenant', tenant), name };
    }),
  );
  // Addresses, for tax.
  await write(
    `insert into billing.billing_details (tenant_id, legal_name, line1, city, postal_code, region, country, tax_id_type, tax_id)
     select x.id, x.name, 'Street 1', 'City', '00000', x.region, x.country, x.type, x.tax_id
     from jsonb_to_recordset($1) as x(id uuid, name text, region text, country text, type text, tax_id text)`,
    [...tenants].map(([name, { country, region, tax_id }]) => {
      return { id: names.id('tenant', name), name, country, region, ...taxIdOf(scenario, country, tax_id) };
    }),
  );
  // Tenants with a card have had it for long; the provider decides whether it can be charged.
  const saved = [...tenants].filter(([, { card }]) => card !== 'none');
  const payers = [
    ...saved.map(([name]) => {
      const tenant = names.id('tenant', name);
      return { tenant, customer: provider.customerOf(tenant), method: providerId('pm', name) };
    }),
    ...[...authors.keys()].map((name) => {
      const method = providerId('pm', 'author', name);
      return { tenant: names.id('author', name), customer: authorCustomer(name), method };
    }),
  ];
  const ROWS = 'jsonb_to_recordset($1) as x(tenant uuid, customer text, method text)';
  await owner.query('begin');
  await write(
    `insert into billing.tenant_customers (tenant_id, customer_id) select x.tenant, x.customer from ${ROWS}`,
    payers,
  );
  await write(
    `insert into billing.payment_method_saves (id, tenant_id, payment_method) select gen_random_uuid(), x.tenant, x.method from ${ROWS}`,
    payers,
  );
  await owner.query(`update billing.payment_method_saves set state = 'saved'`);
  await write(
    `update billing.tenant_customers c set payment_method_id = x.method, brand = 'visa', last4 = '4242', exp_month = 12,
       exp_year = 2099, saved_at = platform.portal_now() from ${ROWS} where c.tenant_id = x.tenant`,
    payers,
  );
  await owner.query('commit');
}

/** An account at the provider for an author; the engine reads its state as usual. */
export async function openAccount(
  owner: Client,
  names: Names,
  provider: Provider,
  account: { author: string; country: string; n: number; state: 'ready' | 'not_ready' },
): Promise<string> {
  const accountId = providerId('acct', account.author, String(account.n));
  provider.accounts.set(accountId, { state: account.state, country: account.country });
  const rank = names.id('author', account.author).slice(-12);
  // A replacement is not in use yet, as when the author requests it in the portal.
  await owner.query(
    `insert into payouts.payout_accounts (id, org_id, country, provider_account_id, state, active, replaces)
     select $1, $2, $3, $4, 'incomplete', a.id is null, a.id
     from (select) one left join payouts.payout_accounts a on a.org_id = $2 and a.active`,
    [
      `07000000-0000-7000-8${account.n.toString(16).padStart(3, '0')}-${rank}`,
      names.id('author', account.author),
      account.country,
      accountId,
    ],
  );
  return accountId;
}

/** Ends the author's account; a leaving author is paid without a minimum. */
export async function leave(owner: Client, orgId: string, at: Date): Promise<void> {
  await owner.query(
    `insert into authors.developer_accounts (org_id, state, created_at, updated_at) values ($1, 'terminated', $2, $2)
     on conflict (org_id) do update set state = 'terminated', updated_at = $2`,
    [orgId, at],
  );
}
