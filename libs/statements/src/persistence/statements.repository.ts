import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform';
import { pathPlaces, statementHash } from '@portal/statement-proof';
import type { StatementFacts } from '../domain/compose-statement.js';

export interface MonthRow {
  seq: number;
  month: string;
  runId: string;
  afterTx: string;
  cutoffTx: string;
  sealedTx: string;
  size: number;
  treeRoot: string;
  previousRoot: string;
  root: string;
  saltKey: Buffer;
}

export interface StatementRow {
  id: string;
  month: string;
  runId: string;
  orgId: string;
  currency: string;
  payoutId: string | null;
  position: number;
  statementRoot: string;
  facts: StatementFacts;
}

export interface SelfBillingRow {
  orgId: string;
  seq: number;
  number: string;
  statementId: string;
  profileVersion: number;
}

const CHUNK = 1_000;

/** Sealed months with their statements and self-billing invoices; all of it is only ever added. */
@Injectable()
export class StatementsRepository {
  constructor(private readonly database: Database) {}

  async lastMonth(): Promise<{ seq: number; root: string } | undefined> {
    const [row] = await this.database.query<{ seq: number; root: string }>(
      'select seq, root from statements.months order by seq desc limit 1',
    );
    return row;
  }

  /** Version of the tax profile and highest number so far of each organization that agreed to self-billing. */
  async selfBillers(): Promise<Map<string, { version: number; lastSeq: number }>> {
    const rows = await this.database.query<{ org_id: string; version: number; last_seq: number }>(
      `select distinct on (p.org_id) p.org_id, p.version, p.self_billing_consent as consent,
         coalesce((select max(i.seq) from statements.self_billing_invoices i where i.org_id = p.org_id), 0) as last_seq
       from statements.tax_profiles p order by p.org_id, p.version desc`,
    );
    return new Map(
      (rows as ((typeof rows)[number] & { consent: boolean })[])
        .filter((row) => row.consent)
        .map((row) => [row.org_id, { version: row.version, lastSeq: row.last_seq }]),
    );
  }

  async insertMonth(tx: Tx, month: MonthRow): Promise<void> {
    await tx.query(
      `insert into statements.months (seq, month, run_id, after_tx, cutoff_tx, sealed_tx, size, tree_root, previous_root, root, salt_key, sealed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        month.seq,
        month.month,
        month.runId,
        month.afterTx,
        month.cutoffTx,
        month.sealedTx,
        month.size,
        month.treeRoot,
        month.previousRoot,
        month.root,
        month.saltKey,
        tx.now,
      ],
    );
  }

  async insertStatements(tx: Tx, rows: readonly StatementRow[]): Promise<void> {
    for (let i = 0; i < rows.length; i += CHUNK)
      await tx.query(
        `insert into statements.statements (id, month, run_id, org_id, currency, payout_id, position, statement_root, facts)
         select x.id, x.month, x.run_id, x.org_id, x.currency, x.payout_id, x.position, x.statement_root, x.facts
         from jsonb_to_recordset($1::jsonb) as x (id uuid, month text, run_id uuid, org_id uuid, currency text, payout_id uuid,
           position int, statement_root text, facts jsonb)`,
        [
          JSON.stringify(
            rows.slice(i, i + CHUNK).map((row) => ({
              id: row.id,
              month: row.month,
              run_id: row.runId,
              org_id: row.orgId,
              currency: row.currency,
              payout_id: row.payoutId,
              position: row.position,
              statement_root: row.statementRoot,
              facts: row.facts,
            })),
          ),
        ],
      );
  }

  /** `levels`: the month's tree from its leaves to its root; only what lies between is kept. */
  async insertTree(tx: Tx, runId: string, levels: readonly (readonly Buffer[])[]): Promise<void> {
    for (const [n, nodes] of levels.slice(1, -1).entries())
      for (let i = 0; i < nodes.length; i += CHUNK)
        await tx.query(
          `insert into statements.tree_nodes (run_id, level, position, hash)
           select $1, $2, $3 + x.n - 1, decode(x.hash, 'hex') from unnest($4::text[]) with ordinality as x (hash, n)`,
          [runId, n + 1, i, nodes.slice(i, i + CHUNK).map((hash) => hash.toString('hex'))],
        );
  }

  async insertSelfBilling(tx: Tx, rows: readonly SelfBillingRow[]): Promise<void> {
    for (const row of rows)
      await tx.query(
        `insert into statements.self_billing_invoices (org_id, seq, number, statement_id, profile_version, issued_at) values ($1, $2, $3, $4, $5, $6)`,
        [row.orgId, row.seq, row.number, row.statementId, row.profileVersion, tx.now],
      );
  }

  async monthOf(runId: string): Promise<MonthRow | undefined> {
    const [row] = await this.database.query<Omit<MonthRow, 'runId'>>(
      `select seq, month, after_tx::text as "afterTx", cutoff_tx::text as "cutoffTx", sealed_tx::text as "sealedTx", size,
         tree_root as "treeRoot", previous_root as "previousRoot", root, salt_key as "saltKey" from statements.months where run_id = $1`,
      [runId],
    );
    return row && { ...row, runId };
  }

  async sealed(runId: string, orgId: string, currency: string): Promise<StatementRow | undefined> {
    const [row] = await this.database.query<StatementRow>(
      `select id, month, run_id as "runId", org_id as "orgId", currency, payout_id as "payoutId", position,
         statement_root as "statementRoot", facts from statements.statements where run_id = $1 and org_id = $2 and currency = $3`,
      [runId, orgId, currency],
    );
    return row;
  }

  /** Siblings of one statement from its place up to the month's root: as many as the tree is high. */
  async pathOf({ runId, size }: Pick<MonthRow, 'runId' | 'size'>, position: number): Promise<Buffer[]> {
    const places = pathPlaces(position, size);
    const rows = await this.database.query<{ hash: string | null; statement_root: string | null }>(
      `select encode(t.hash, 'hex') as hash, s.statement_root from statements.months m
       cross join unnest($2::int[], $3::int[]) with ordinality as p (level, position, n)
       left join statements.tree_nodes t on t.run_id = m.run_id and t.level = p.level and t.position = p.position
       left join statements.statements s on p.level = 0 and s.month = m.month and s.position = p.position
       where m.run_id = $1 order by p.n`,
      [runId, places.map(({ level }) => level), places.map((place) => place.position)],
    );
    return rows.map(({ hash, statement_root: root }) =>
      root === null ? Buffer.from(hash ?? '', 'hex') : statementHash(Buffer.from(root, 'hex')),
    );
  }

  async roots(): Promise<{ month: string; size: number; root: string; previousRoot: string; sealedAt: Date }[]> {
    return this.database.query(
      `select month, size, root, previous_root as "previousRoot", sealed_at as "sealedAt" from statements.months order by seq desc`,
    );
  }
}
