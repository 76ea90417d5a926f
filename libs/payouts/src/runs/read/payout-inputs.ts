import { Injectable } from '@nestjs/common';
import { Policies } from '@portal/billing';
import { isPayableCountry } from '@portal/authors';
import { Ledger, type OwnerBalance, type Queryable } from '@portal/ledger';
import type { Tx } from '@portal/platform/database';
import { minimumPayout } from '../domain/payout-policy.js';
import type { AccountReadiness, PayoutInput } from '../domain/plan-payout.js';
import { lookAgainAt } from '../domain/unpaid.js';
import { OPEN_ITEMS, type OpenItem } from './open-items.js';
import type { AccountRow } from '../../accounts/accounts.repository.js';
import { HoldsRepository, type HoldRow } from '../../holds/holds.repository.js';

type Account = Pick<AccountRow, 'id' | 'providerAccountId' | 'country' | 'state' | 'requirements' | 'usableFrom'>;

interface PayoutFacts {
  readonly orgId: string;
  readonly currency: string;
  readonly account: Account | undefined;
  readonly input: PayoutInput;
}

/** One author with balances at the run; `expectedMinor` of each is not booked yet. */
interface OfOneAuthor {
  readonly orgId: string;
  readonly balances: readonly (OwnerBalance & { readonly expectedMinor?: bigint })[];
}

/** Inputs of the payout rules for all authors, read at one point of the ledger. */
@Injectable()
export class PayoutInputs {
  constructor(
    private readonly ledger: Ledger,
    private readonly policies: Policies,
    private readonly holds: HoldsRepository,
  ) {}

  /** Inputs of every author and currency with a balance other than 0, for the run of `month`. */
  async at(tx: Tx, month: string, cutoffTx: string | null, only?: OfOneAuthor): Promise<PayoutFacts[]> {
    const orgId = only?.orgId;
    const given: OfOneAuthor['balances'] = only?.balances ?? (await this.ledger.balancesOf(tx, 'author_payable'));
    const balances = given.filter(({ balanceMinor }) => balanceMinor !== 0n);
    const policy = await this.policies.allAt(tx, tx.now);
    const holdsOf = groupByOrg(await this.holds.inForce(tx, tx.now, orgId));
    const rolling = [...holdsOf.values()].flat().some((hold) => hold.windowMonths !== null);
    const authors = await payees(tx, orgId);
    const currencies = await currencyTable(tx, orgId);
    const negative = balances.some((balance) => balance.balanceMinor < 0n);
    const lately = rolling || negative ? await movements(tx, rolling, cutoffTx, orgId) : new Map<string, never>();
    return balances.map(({ ownerId, currency, balanceMinor, expectedMinor = 0n }) => {
      const author = authors.get(ownerId);
      const { net, runs } = lately.get(`${ownerId} ${currency}`) ?? UNMOVED;
      const account = author?.account;
      const table = currencies.get(currency) ?? { minimumMinor: 1n, multipleMinor: 1n, open: [] };
      const country = account?.country ?? author?.country ?? null;
      return {
        orgId: ownerId,
        currency,
        account,
        input: {
          month,
          currency,
          lookAgainAt: lookAgainAt(month, tx.now),
          balanceMinor,
          newlyEarnedMinor: rolling ? BigInt(net) + expectedMinor : balanceMinor,
          minimumMinor: minimumPayout(policy.payout_minimum, currency, country, table.minimumMinor),
          minimumWaived: author?.leaves ?? false,
          multipleMinor: table.multipleMinor,
          account: readiness(account, author?.country ?? null, tx.now),
          holds: holdsOf.get(ownerId) ?? [],
          negativeOverdue: runs >= policy.negative_balance_months,
          bankRefusedAt: author?.refusedAt ?? undefined,
          open: table.open.filter((one) => one.orgId === null || one.orgId === ownerId),
        },
      };
    });
  }
}

/** Whether payouts to an account are possible at `now`. */
export function readiness(account: Account | undefined, country: string | null, now: Date): AccountReadiness {
  if (account === undefined)
    return country !== null && !isPayableCountry(country)
      ? { state: 'none', countryUnsupported: true }
      : { state: 'none' };
  if (account.state !== 'ready') {
    const due = account.requirements
      .flatMap(({ deadline_at: at }) => (at === null ? [] : [new Date(at)]))
      .filter((at) => at > now);
    return due.length === 0
      ? { state: 'not_ready' }
      : { state: 'not_ready', actBy: due.reduce((first, at) => (at < first ? at : first)) };
  }
  if (account.usableFrom !== null && account.usableFrom > now)
    return { state: 'cooling_down', usableFrom: account.usableFrom };
  return { state: 'ready' };
}

function groupByOrg(holds: readonly HoldRow[]): Map<string, HoldRow[]> {
  const groups = new Map<string, HoldRow[]>();
  for (const hold of holds) groups.set(hold.orgId, [...(groups.get(hold.orgId) ?? []), hold]);
  return groups;
}

/** Postings that move earlier earnings only. */
const MOVED_BEFORE = ['payout_reserve', 'payout_released', 'payout_hold', 'payout_hold_released'];

/** What lately became of a balance. */
interface Movement {
  /** Its change between the cutoff of the last executed run and this one's, minor units. */
  net: string;
  /** The executed runs in a row, up to the latest and since its last settlement, that found it negative. */
  runs: number;
}
const UNMOVED: Movement = { net: '0', runs: 0 };

/** By owner and currency, in one statement; `net` only where holds are rolling. */
async function movements(
  q: Queryable,
  rolling: boolean,
  cutoffTx: string | null,
  orgId?: string,
): Promise<Map<string, Movement>> {
  const rows = await q.query<Movement & { owner: string; currency: string }>(
    `with executed as (select id, cutoff_tx, coalesce(executed_at, prepared_at) as at, row_number() over (order by cutoff_tx desc, id desc) as back
         from payouts.payout_runs where state in ('executing', 'settled', 'partially_failed')),
       earned as (select a.owner_id as owner, a.currency, -sum(e.amount) as net
         from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id join ledger.ledger_tx t on t.id = e.tx_id
         where $1 and a.code = 'author_payable' and t.kind <> all($2) and e.tx_id > coalesce((select max(cutoff_tx) from executed), 0)
           and e.tx_id <= coalesce($3::bigint, 9223372036854775807) and ($4::uuid is null or a.owner_id = $4) group by 1, 2),
       owing as (select p.org_id as owner, p.currency, r.back, row_number() over (partition by p.org_id, p.currency order by r.back) as nth
         from payouts.payouts p join executed r on r.id = p.run_id where p.balance < 0 and not payouts.settled_since(p.org_id, p.currency, r.at)),
       negative as (select owner, currency, count(*)::int as runs from owing where nth = back group by 1, 2)
     select owner, currency, coalesce(net, 0)::text as net, coalesce(runs, 0) as runs from earned full join negative using (owner, currency)`,
    [rolling, MOVED_BEFORE, cutoffTx, orgId ?? null],
  );
  return new Map(rows.map(({ owner, currency, ...movement }) => [`${owner} ${currency}`, movement]));
}

interface CurrencyFacts {
  readonly minimumMinor: bigint;
  readonly multipleMinor: bigint;
  readonly open: readonly OpenItem[];
}

/** Minimum payout and rounding of each currency, minor units, and what is open behind balances in it. */
async function currencyTable(q: Queryable, orgId?: string): Promise<Map<string, CurrencyFacts>> {
  const rows = await q.query<{ code: string; min_payout: string; payout_multiple: number; open: OpenItem[] }>(
    `select c.code, c.min_payout, c.payout_multiple, coalesce(o.open, '[]') as open
     from ledger.currency c left join (${OPEN_ITEMS}) o on o.currency = c.code`,
    [orgId ?? null],
  );
  return new Map(
    rows.map(({ code, open, ...row }) => [
      code,
      { minimumMinor: BigInt(row.min_payout), multipleMinor: BigInt(row.payout_multiple), open },
    ]),
  );
}

interface Payee {
  readonly country: string | null;
  readonly leaves: boolean;
  /** The active one. */
  readonly account: Account | undefined;
  /** Since when the bank behind it refuses payouts. */
  readonly refusedAt: Date | null;
}

/** Country and account of each author, whether the author is leaving, and whether the bank refuses. */
async function payees(q: Queryable, orgId?: string): Promise<Map<string, Payee>> {
  const rows = await q.query<
    Omit<Payee, 'account' | 'country'> & { orgId: string; home: string | null } & {
      [K in keyof Account]: Account[K] | null;
    }
  >(
    `select coalesce(o.id, a.org_id) as "orgId", nullif(o.country, '') as home, coalesce(d.state = 'terminated', false) as leaves,
       a.id, a.provider_account_id as "providerAccountId", a.country, a.state, a.requirements, a.usable_from as "usableFrom",
       payouts.bank_refused_since(a.id) as "refusedAt"
     from (select id, country from authors.organizations where $1::uuid is null or id = $1) o
       full join (select * from payouts.payout_accounts where active and ($1::uuid is null or org_id = $1)) a on a.org_id = o.id
       left join authors.developer_accounts d on d.org_id = o.id`,
    [orgId ?? null],
  );
  return new Map(
    rows.map(({ orgId: org, home, leaves, refusedAt, ...account }) => [
      org,
      { country: home, leaves, refusedAt, account: account.id === null ? undefined : (account as Account) },
    ]),
  );
}
