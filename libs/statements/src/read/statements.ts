import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Database, asSystem, asSystemFor } from '@portal/platform';
import { merklePath, statementHash, type StatementDocument } from '@portal/statement-proof';
import { statementIdOf } from '../domain/statement-id.js';
import { statementErrors } from '../errors.js';
import { StatementsRepository } from '../persistence/statements.repository.js';
import { saltsUnder, rootUnder } from '../seal-month.js';
import { RunWindows, type RunWindow } from './run-windows.js';
import { StatementSource, type StatementKey } from './statement-source.js';

const LISTED = 200;
const AT_ONCE = 4;

/** Where a statement is found. */
interface Place {
  run: RunWindow;
  key: StatementKey;
}

/** Statements: one per author, currency and run, made again from lines and ledger whenever they are asked for. */
@Injectable()
export class Statements {
  constructor(
    private readonly database: Database,
    private readonly windows: RunWindows,
    private readonly source: StatementSource,
    private readonly repository: StatementsRepository,
  ) {}

  /** Newest first, without the paths of their proofs. `orgIds`: whose; null for everybody's of one month. */
  async list(orgIds: readonly string[] | null, month: string | null = null): Promise<StatementDocument[]> {
    const windows = (await this.runs()).filter((run) => month === null || run.month === month);
    const places: Place[] = [];
    for (const run of windows) {
      const keys = await this.keysOf(run, orgIds);
      places.push(...keys.map((key) => ({ run, key })));
      if (places.length >= LISTED) break;
    }
    const shown = places.slice(0, LISTED);
    const documents: StatementDocument[] = [];
    for (let i = 0; i < shown.length; i += AT_ONCE)
      documents.push(...(await Promise.all(shown.slice(i, i + AT_ONCE).map((place) => this.make(place, false)))));
    return documents;
  }

  /** Undefined for a statement that does not exist and for one of somebody else. @throws AppError `statement_altered` */
  async find(id: string, orgIds: readonly string[] | null): Promise<StatementDocument | undefined> {
    const place = await this.placeOf(id, orgIds);
    return place && this.make(place);
  }

  /** The statement of one author, month and currency; undefined before its run is prepared. */
  async ofMonth(orgId: string, month: string, currency: string): Promise<StatementDocument | undefined> {
    const run = (await this.runs()).find((window) => window.month === month);
    const key = run && (await this.keysOf(run, [orgId])).find((one) => one.currency === currency);
    return run && key && this.make({ run, key });
  }

  private async keysOf(run: RunWindow, orgIds: readonly string[] | null): Promise<StatementKey[]> {
    if (run.sealedTx === null)
      return (await asSystem(() => this.source.keys(run))).filter((key) => orgIds === null || orgIds.includes(key.orgId));
    const rows = await this.database.query<{ org_id: string; currency: string }>(
      `select org_id, currency from statements.statements where run_id = $1 and ($2::uuid[] is null or org_id = any($2)) order by org_id, currency limit 200`,
      [run.runId, orgIds],
    );
    return rows.map((row) => ({ orgId: row.org_id, currency: row.currency }));
  }

  private async placeOf(id: string, orgIds: readonly string[] | null): Promise<Place | undefined> {
    const [row] = await this.database.query<{ run_id: string; org_id: string; currency: string }>(
      `select run_id, org_id, currency from statements.statements where id = $1
       union select p.run_id, p.org_id, p.currency from payouts.payouts p where p.id = $1 and p.state <> 'cancelled'`,
      [id],
    );
    if (row) {
      if (orgIds !== null && !orgIds.includes(row.org_id)) return undefined;
      const run = await asSystem(() => this.windows.get(row.run_id));
      return run && { run, key: { orgId: row.org_id, currency: row.currency } };
    }
    // A statement without a payout of a run that is not sealed: its id is made from what it is about.
    for (const run of (await this.runs()).filter(({ sealedTx }) => sealedTx === null)) {
      const key = (await this.keysOf(run, orgIds)).find(
        ({ orgId, currency }) => statementIdOf(run.runId, orgId, currency) === id,
      );
      if (key) return { run, key };
    }
    return undefined;
  }

  /** Runs belong to nobody: what is of one author is read with their key. */
  private runs(): Promise<RunWindow[]> {
    return asSystem(() => this.windows.all());
  }

  /** Made from invoices of tenants. `withPath`: with the siblings of its proof, which lists do not show. */
  private async make(place: Place, withPath = true): Promise<StatementDocument> {
    return asSystemFor(place.key.orgId, () => this.compose(place, withPath));
  }

  private async compose({ run, key }: Place, withPath: boolean): Promise<StatementDocument> {
    const [month, row] = await Promise.all([
      this.repository.monthOf(run.runId),
      this.repository.sealed(run.runId, key.orgId, key.currency),
    ]);
    if (!month || !row) {
      const basis = await this.source.basis(run, key, null);
      return { ...(await this.source.document(run, key, basis)), proof: null };
    }
    const document = await this.source.document(run, key, row);
    if (rootUnder(month.saltKey, document).toString('hex') !== row.statementRoot)
      throw new AppError(statementErrors.statement_altered);
    const roots = withPath ? await this.repository.rootsOf(run.runId) : [];
    const leaves = roots.map((root) => statementHash(Buffer.from(root, 'hex')));
    return {
      ...document,
      proof: {
        salts: saltsUnder(month.saltKey, document).map((salt) => salt.toString('hex')),
        position: row.position,
        size: month.size,
        path: merklePath(leaves, row.position).map((hash) => hash.toString('hex')),
        tree_root: month.treeRoot,
        previous_root: month.previousRoot,
        root: month.root,
      },
    };
  }
}
