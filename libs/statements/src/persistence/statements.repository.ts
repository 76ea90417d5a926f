import { Injectable } from '@nestjs/common';
import { checkOf } from '@portal/billing';
import { UNDECIDED } from '@portal/payouts';
import { Database, takeLock, type Tx } from '@portal/platform/database';
import { pathPlaces, statementHash } from '@portal/statement-proof';
import type { StatementFacts } from '../domain/compose-statement.js';
import type { SelfBillingNotice } from '../events.js';
import { StatementEntity, StatementMonthEntity, type StatementSealingEntity } from './statement.entity.js';

export type MonthRow = Omit<StatementMonthEntity, 'sealedAt'>;

/** A sealed statement and its seal. */
export type SealedRow = StatementEntity &
  Pick<MonthRow, 'size' | 'treeRoot' | 'previousRoot' | 'root' | 'saltKey'> & { sealMonth: string };

/** The shared inputs of the statements that are being sealed. */
export type Sealing = Omit<StatementSealingEntity, 'startedAt'>;

/** A statement that is not final yet. `profileVersion`: of the tax profile on its self-billing invoices; null without one. */
export interface MadeRow {
  id: string;
  orgId: string;
  currency: string;
  payoutId: string | null;
  statementRoot: string;
  facts: StatementFacts;
  profileVersion: number | null;
}

interface SelfBillerRow {
  org_id: string;
  version: number;
  consent: boolean;
  country: string;
  vat_id: string | null;
  last_seq: number;
}

const CHUNK = 1_000;

/** Seals with their statements and self-billing invoices. Rows are only added. */
@Injectable()
export class StatementsRepository {
  constructor(private readonly database: Database) {}

  /** Waits until no other process is sealing; holds the lock until `tx` ends. */
  async lockSealing(tx: Tx): Promise<void> {
    await takeLock(tx, 'ledger.seal');
  }

  /** How many statements of the run wait for a later seal; null before the first one. */
  async waitingOf(tx: Tx, runId: string): Promise<number | null> {
    const [last] = await tx.query<{ waiting: number }>(
      'select waiting from statements.months where run_id = $1 order by seq desc limit 1',
      [runId],
    );
    return last?.waiting ?? null;
  }

  /** Sealed statements of the run, as `author currency`. */
  async sealedKeys(runId: string): Promise<Set<string>> {
    const rows = await this.database.query<{ key: string }>(
      `select org_id || ' ' || currency as key from statements.statements where run_id = $1`,
      [runId],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /**
   * Whose statements of a run are not final, as `author currency`: their payout may be tried again, or an earlier one has
   * no sealed statement, with which this one begins.
   */
  async undecided(tx: Tx, { runId, cutoffTx }: Pick<MonthRow, 'runId' | 'cutoffTx'>): Promise<Set<string>> {
    const rows = await tx.query<{ key: string }>(
      `select p.org_id || ' ' || p.currency as key from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id
       where r.state <> 'cancelled' and p.state <> 'cancelled' and ((p.run_id = $1 and ${UNDECIDED})
         or ((r.cutoff_tx, r.id) < ($2::bigint, $1::uuid) and not exists (select from statements.statements s where s.payout_id = p.id)))`,
      [runId, cutoffTx],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** Authors whose statements of this run are complete. */
  async madeOf(runId: string): Promise<Set<string>> {
    const rows = await this.database.query<{ org_id: string }>(
      'select distinct org_id from statements.made where run_id = $1',
      [runId],
    );
    return new Set(rows.map((row) => row.org_id));
  }

  /** Inserts all statements of an author at once. If the author has statements of this sealing, nothing is changed. */
  async insertMade(tx: Tx, { runId, saltKey }: Sealing, rows: readonly MadeRow[]): Promise<void> {
    await tx.query(
      `insert into statements.made (run_id, org_id, currency, id, payout_id, statement_root, facts, profile_version)
       select s.run_id, x.org_id, x.currency, x.id, x.payout_id, x.statement_root, x.facts, x.profile_version
       from statements.sealings s cross join jsonb_to_recordset($2::jsonb) as x (id uuid, org_id uuid, currency text, payout_id uuid,
         statement_root text, facts jsonb, profile_version int)
       where s.run_id = $1 and s.salt_key = $3 and not exists (select 1 from statements.made m where m.run_id = $1 and m.org_id = x.org_id)`,
      [
        runId,
        JSON.stringify(
          rows.map((row) => ({
            id: row.id,
            org_id: row.orgId,
            currency: row.currency,
            payout_id: row.payoutId,
            statement_root: row.statementRoot,
            facts: row.facts,
            profile_version: row.profileVersion,
          })),
        ),
        saltKey,
      ],
    );
  }

  /**
   * Roots of the statements so far, sorted by root (the order of the seal's tree), so that a position does not reveal
   * whose it is.
   */
  async madeRoots(tx: Tx, runId: string): Promise<Buffer[]> {
    const rows = await tx.query<{ root: string }>(
      `select statement_root as root from statements.made where run_id = $1 order by statement_root collate "C"`,
      [runId],
    );
    return rows.map(({ root }) => Buffer.from(root, 'hex'));
  }

  async lastMonth(tx: Tx): Promise<{ seq: number; root: string } | undefined> {
    const [row] = await tx.query<{ seq: number; root: string }>(
      'select seq, root from statements.months order by seq desc limit 1',
    );
    return row;
  }

  /**
   * Latest tax profile version and highest invoice number of those of these organizations that have one, and whether they
   * agreed to self-billing, with a VAT number that is valid, if any, and the operator is named.
   */
  async billable(
    orgIds: readonly string[],
  ): Promise<Map<string, { version: number; lastSeq: number; agreed: boolean }>> {
    const rows = await this.database.query<SelfBillerRow>(
      `select distinct on (p.org_id) p.org_id, p.version, p.self_billing_consent and billing.operator_named() as consent, p.country, p.vat_id,
         coalesce((select max(i.seq) from statements.self_billing_invoices i where i.org_id = p.org_id), 0) as last_seq
       from statements.tax_profiles p where p.org_id = any($1::uuid[]) order by p.org_id, p.version desc`,
      [orgIds],
    );
    return new Map(
      rows.map(({ org_id, version, last_seq: lastSeq, consent, country, vat_id }) => [
        org_id,
        { version, lastSeq, agreed: consent && checkOf(country, vat_id) !== 'failed' },
      ]),
    );
  }

  /** Makes the statements final, in the order of `madeRoots`. */
  async insertStatements(tx: Tx, { seq, runId, month }: Pick<MonthRow, 'seq' | 'runId' | 'month'>): Promise<void> {
    await tx.query(
      `insert into statements.statements (id, seal, month, run_id, org_id, currency, payout_id, position, statement_root, facts)
       select id, $3, $2, run_id, org_id, currency, payout_id, row_number() over (order by statement_root collate "C") - 1, statement_root, facts
       from statements.made where run_id = $1`,
      [runId, month, seq],
    );
  }

  /** Stores the inner nodes of the seal's tree. `levels`: from its leaves to its root. */
  async insertTree(tx: Tx, seal: number, levels: readonly (readonly Buffer[])[]): Promise<void> {
    for (const [n, nodes] of levels.slice(1, -1).entries())
      for (let i = 0; i < nodes.length; i += CHUNK)
        await tx.query(
          `insert into statements.tree_nodes (seal, level, position, hash)
           select $1, $2, $3 + x.n - 1, decode(x.hash, 'hex') from unnest($4::text[]) with ordinality as x (hash, n)`,
          [seal, n + 1, i, nodes.slice(i, i + CHUNK).map((hash) => hash.toString('hex'))],
        );
  }

  /** Issues the self-billing invoices and correctives; returns them. */
  async insertSelfBilling(tx: Tx, runId: string): Promise<SelfBillingNotice[]> {
    return tx.query(
      `insert into statements.self_billing_invoices (org_id, seq, number, statement_id, kind, profile_version, issued_at)
       select m.org_id, split_part(v.number, '-', 3)::int, v.number, m.id, v.kind, m.profile_version, $2 from statements.made m
       cross join lateral (values ('invoice', m.facts ->> 'self_billing_number'), ('corrective', m.facts ->> 'corrective_number')) v (kind, number)
       where m.run_id = $1 and v.number is not null order by 1, 2 returning statement_id, org_id, kind, number`,
      [runId, tx.now],
    );
  }

  /**
   * Sealed statements of these runs with their seals, in the order of `runIds`, then by author and currency. `orgIds`: of
   * these authors; null: of all. `after`: only those behind it, in the first run.
   */
  async sealed(
    runIds: readonly string[],
    orgIds: readonly string[] | null,
    { limit, after }: { limit?: number; after?: { orgId: string; currency: string } | undefined } = {},
  ): Promise<SealedRow[]> {
    return this.database.query<SealedRow>(
      `select s.*, m.month as "sealMonth", m.size, m.tree_root as "treeRoot", m.previous_root as "previousRoot", m.root, m.salt_key as "saltKey"
       from unnest($1::uuid[]) with ordinality as r (id, n) cross join lateral (
         select id, seal, month, run_id as "runId", org_id as "orgId", currency, payout_id as "payoutId", position,
           statement_root as "statementRoot", facts from statements.statements
         where run_id = r.id and ($2::uuid[] is null or org_id = any($2))
           and ($3::uuid is null or r.n > 1 or org_id > $3 or (org_id = $3 and currency collate "C" > $4))
         order by org_id, currency collate "C" limit $5) s
       join statements.months m on m.seq = s.seal order by r.n, s."orgId", s.currency collate "C" limit $5`,
      [runIds, orgIds, after?.orgId ?? null, after?.currency ?? null, limit ?? null],
    );
  }

  /** Sibling hashes of each statement from its position up to its seal's root; their number is the height of the tree. */
  async pathsOf(rows: readonly SealedRow[]): Promise<Buffer[][]> {
    const places = rows.flatMap(({ seal, position, size }, n) =>
      pathPlaces(position, size).map((place) => ({ ...place, seal, n })),
    );
    const paths = rows.map((): Buffer[] => []);
    if (places.length === 0) return paths;
    const nodes = await this.database.query<{ hash: string | null; statement_root: string | null }>(
      `select encode(t.hash, 'hex') as hash, s.statement_root
       from unnest($1::int[], $2::int[], $3::int[]) with ordinality as p (seal, level, position, n)
       left join statements.tree_nodes t on t.seal = p.seal and t.level = p.level and t.position = p.position
       left join statements.statements s on p.level = 0 and s.seal = p.seal and s.position = p.position
       order by p.n`,
      [places.map(({ seal }) => seal), places.map(({ level }) => level), places.map(({ position }) => position)],
    );
    for (const [at, { hash, statement_root: root }] of nodes.entries())
      paths[places[at]!.n]!.push(
        root === null ? Buffer.from(hash ?? '', 'hex') : statementHash(Buffer.from(root, 'hex')),
      );
    return paths;
  }
}
