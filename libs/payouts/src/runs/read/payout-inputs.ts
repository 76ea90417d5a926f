import { Injectable } from '@nestjs/common';
import { Policies } from '@portal/billing';
import { isPayableCountry } from '@portal/authors';
import { Ledger, type OwnerBalance, type Queryable } from '@portal/ledger';
import type { Tx } from '@portal/platform/database';
import { minimumPayout } from '../domain/payout-policy.js';
import type { AccountReadiness, PayoutInput } from '../domain/plan-payout.js';
import { lookAgainAt } from '../domain/unpaid.js';
import { NEXT_RUN } from './next-run.js';
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
    return (await this.read(tx, month, cutoffTx, only)).facts;
  }

  /** The same for the next run, with its month, `YYYY-MM`. */
  next(tx: Tx, only: OfOneAuthor): Promise<{ month: string; facts: PayoutFacts[] }> {
    return this.read(tx, null, null, only);
  }

  private async read(tx: Tx, wanted: string | null, cutoffTx: string | null, only?: OfOneAuthor) {
    const orgId = only?.orgId;
    const given: OfOneAuthor['balances'] = only?.balances ?? (await this.ledger.balancesOf(tx, 'author_payable'));
    const balances = given.filter(({ balanceMinor }) => balanceMinor !== 0n);
    const policy = await this.policies.allAt(tx, tx.now);
    const holdsOf = groupByOrg(await this.holds.inForce(tx, tx.now, orgId));
    const rolling = [...holdsOf.values()].flat().some((hold) => hold.windowMonths !== null);
    const negative = balances.some((balance) => balance.balanceMinor < 0n);
    const known = await readTogether(tx, { orgId, rolling, negative, cutoffTx });
    const { authors, currencies, lately } = known;
    const month = wanted ?? known.nextMonth;
    const facts = balances.map(({ ownerId, currency, balanceMinor, expectedMinor = 0n }) => {
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
    return { month, facts };
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

/** By owner and currency; `net` only where holds are rolling (`$2`), nothing without that and a debt (`$3`). */
const MOVEMENTS = `with executed as (select id, cutoff_tx, coalesce(executed_at, prepared_at) as at, row_number() over (order by cutoff_tx desc, id desc) as back
         from payouts.payout_runs where ($2 or $3) and state in ('executing', 'settled', 'partially_failed')),
       earned as (select a.owner_id as owner, a.currency, -sum(e.amount) as net
         from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id join ledger.ledger_tx t on t.id = e.tx_id
         where $2 and a.code = 'author_payable' and t.kind <> all($4::text[]) and e.tx_id > coalesce((select max(cutoff_tx) from executed), 0)
           and e.tx_id <= coalesce($5::bigint, 9223372036854775807) and ($1::uuid is null or a.owner_id = $1) group by 1, 2),
       owing as (select p.org_id as owner, p.currency, r.back, row_number() over (partition by p.org_id, p.currency order by r.back) as nth
         from payouts.payouts p join executed r on r.id = p.run_id where p.balance < 0 and not payouts.settled_since(p.org_id, p.currency, r.at)),
       negative as (select owner, currency, count(*)::int as runs from owing where nth = back group by 1, 2)
     select owner, currency, coalesce(net, 0)::text as net, coalesce(runs, 0) as runs from earned full join negative using (owner, currency)`;

interface CurrencyFacts {
  readonly minimumMinor: bigint;
  readonly multipleMinor: bigint;
  readonly open: readonly OpenItem[];
}

/** Minimum payout and rounding of each currency, minor units, and what is open behind balances in it. */
const CURRENCIES = `select c.code, c.min_payout::text, c.payout_multiple, coalesce(o.open, '[]') as open
  from ledger.currency c left join (${OPEN_ITEMS}) o on o.currency = c.code`;

interface Payee {
  readonly country: string | null;
  readonly leaves: boolean;
  /** The active one. */
  readonly account: Account | undefined;
  /** Since when the bank behind it refuses payouts. */
  readonly refusedAt: Date | null;
}

/** Country and account of each author, whether the author is leaving, and whether the bank refuses. */
const PAYEES = `select coalesce(o.id, a.org_id) as "orgId", nullif(o.country, '') as home, coalesce(d.state = 'terminated', false) as leaves,
       a.id, a.provider_account_id as "providerAccountId", a.country, a.state, a.requirements, a.usable_from as "usableFrom",
       payouts.bank_refused_since(a.id) as "refusedAt"
     from (select id, country from authors.organizations where $1::uuid is null or id = $1) o
       full join (select * from payouts.payout_accounts where active and ($1::uuid is null or org_id = $1)) a on a.org_id = o.id
       left join authors.developer_accounts d on d.org_id = o.id`;

interface Together {
  payees: (Omit<Payee, 'account' | 'country' | 'refusedAt'> & {
    orgId: string;
    home: string | null;
    refusedAt: string | null;
    usableFrom: string | null;
  } & { [K in keyof Omit<Account, 'usableFrom'>]: Account[K] | null })[];
  currencies: { code: string; min_payout: string; payout_multiple: number; open: OpenItem[] }[];
  movements: (Movement & { owner: string; currency: string })[];
  next: { month: string }[];
}

/** What else the rules need, in one statement; of one author, or of all. */
async function readTogether(
  q: Queryable,
  of: { orgId: string | undefined; rolling: boolean; negative: boolean; cutoffTx: string | null },
) {
  const rows = (sql: string): string => `(select coalesce(jsonb_agg(x), '[]') from (${sql}) x)`;
  const [row] = await q.query<Together & object>(
    `select ${rows(PAYEES)} as payees, ${rows(CURRENCIES)} as currencies, ${rows(MOVEMENTS)} as movements, ${rows(NEXT_RUN)} as next`,
    [of.orgId ?? null, of.rolling, of.negative, MOVED_BEFORE, of.cutoffTx],
  );
  const { payees, currencies, movements, next } = row!;
  const date = (at: string | null): Date | null => (at === null ? null : new Date(at));
  return {
    nextMonth: next[0]!.month,
    authors: new Map<string, Payee>(
      payees.map(({ orgId: org, home, leaves, refusedAt, ...account }) => [
        org,
        {
          ...{ country: home, leaves, refusedAt: date(refusedAt) },
          account: account.id === null ? undefined : ({ ...account, usableFrom: date(account.usableFrom) } as Account),
        },
      ]),
    ),
    currencies: new Map<string, CurrencyFacts>(
      currencies.map(({ code, open, min_payout, payout_multiple }) => [
        code,
        { minimumMinor: BigInt(min_payout), multipleMinor: BigInt(payout_multiple), open },
      ]),
    ),
    lately: new Map<string, Movement>(
      movements.map(({ owner, currency, ...movement }) => [`${owner} ${currency}`, movement]),
    ),
  };
}
