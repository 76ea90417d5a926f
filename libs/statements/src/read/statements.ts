import { Injectable } from '@nestjs/common';
import { AppError, commonErrors, decodeCursor, type Page, required, toPage } from '@portal/kernel';
import { bypassRowSecurity, bypassRowSecurityFor, Database } from '@portal/platform/database';
import { monthRoot, rootOfPath, statementHash, type StatementDocument } from '@portal/statement-proof';
import { statementIdOf } from '../domain/statement-id.js';
import { statementErrors } from '../errors.js';
import { NoteAltered } from '../note-altered.js';
import { StatementsRepository, type MonthRow, type StatementRow } from '../persistence/statements.repository.js';
import { rootUnder, saltsUnder } from '../domain/statement-salts.js';
import { RunWindows, type RunWindow } from './run-windows.js';
import { StatementSource, type StatementKey } from './statement-source.js';

const AT_ONCE = 4;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where a statement is found. */
interface Place {
  run: RunWindow;
  key: StatementKey;
}

/** Identifies a sealed statement that was altered, without its content. */
export interface AlteredStatement {
  altered: true;
  id: string;
  month: string;
  currency: string;
  authorId: string;
  authorName: string;
}

/** Statements, one per author, currency and run. Each request composes them again from lines and ledger. */
@Injectable()
export class Statements {
  constructor(
    private readonly database: Database,
    private readonly windows: RunWindows,
    private readonly source: StatementSource,
    private readonly repository: StatementsRepository,
    private readonly noteAltered: NoteAltered,
  ) {}

  /**
   * Newest run first, without proof paths. An altered statement is listed without its content. `orgIds` limits the
   * authors; null: all.
   * @throws AppError `invalid_request` for an invalid cursor
   */
  async list(
    orgIds: readonly string[] | null,
    { month, limit, cursor }: { month?: string; limit: number; cursor?: string },
  ): Promise<Page<StatementDocument | AlteredStatement>> {
    const after = cursor === undefined ? undefined : placeAfter(cursor);
    const windows = (await this.runs()).filter((run) => month === undefined || run.month === month);
    const from = after === undefined ? 0 : windows.findIndex((run) => run.runId === after.runId);
    if (from < 0) throw new AppError(commonErrors.invalid_request, { message: 'This cursor belongs to another list.' });
    const places: Place[] = [];
    for (const run of windows.slice(from)) {
      const keys = await this.keysOf(
        run,
        orgIds,
        limit + 1 - places.length,
        run.runId === after?.runId ? after : undefined,
      );
      places.push(...keys.map((key) => ({ run, key })));
      if (places.length > limit) break;
    }
    const page = toPage(
      places,
      limit,
      ({ run, key }) => [run.runId, key.orgId, key.currency],
      (place) => place,
    );
    const items: (StatementDocument | AlteredStatement)[] = [];
    for (let i = 0; i < page.items.length; i += AT_ONCE)
      items.push(...(await Promise.all(page.items.slice(i, i + AT_ONCE).map((place) => this.listed(place)))));
    return { items, next_cursor: page.next_cursor };
  }

  /** @throws AppError `statement_not_found` (404), also for another author's statement; `statement_altered` (409) */
  async get(id: string, orgIds: readonly string[] | null): Promise<StatementDocument> {
    const place = required(await this.placeOf(id, orgIds), statementErrors.statement_not_found);
    return this.make(place);
  }

  /** The statement of one author and currency in the run of a month among `windows`; undefined before it is prepared. */
  async ofMonth(
    windows: readonly RunWindow[],
    { orgId, currency }: StatementKey,
    month: string,
  ): Promise<StatementDocument | undefined> {
    const run = windows.find((window) => window.month === month);
    const key = run && (await this.keysOf(run, [orgId])).find((one) => one.currency === currency);
    return run && key && this.make({ run, key });
  }

  /** Sorted by author and currency, after `after`. */
  private async keysOf(
    run: RunWindow,
    orgIds: readonly string[] | null,
    limit: number | null = null,
    after?: StatementKey,
  ): Promise<StatementKey[]> {
    if (run.waiting !== 0)
      return (await bypassRowSecurity(() => this.source.keys(run, orgIds)))
        .filter((key) => isBehind(key, after))
        .slice(0, limit ?? undefined);
    const rows = await this.database.query<{ org_id: string; currency: string }>(
      `select org_id, currency from statements.statements
       where run_id = $1 and ($2::uuid[] is null or org_id = any($2))
         and ($3::uuid is null or org_id > $3 or (org_id = $3 and currency collate "C" > $4))
       order by org_id, currency collate "C" limit $5`,
      [run.runId, orgIds, after?.orgId ?? null, after?.currency ?? null, limit],
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
      const run = await bypassRowSecurity(() => this.windows.get(row.run_id));
      return run && { run, key: { orgId: row.org_id, currency: row.currency } };
    }
    // A statement without a payout that is not sealed: its id is derived from its key.
    for (const run of (await this.runs()).filter(({ waiting }) => waiting !== 0)) {
      const key = (await this.keysOf(run, orgIds)).find(
        ({ orgId, currency }) => statementIdOf(run.runId, orgId, currency) === id,
      );
      if (key) return { run, key };
    }
    return undefined;
  }

  /** Runs have no owner, but the rows of one author are read with that author's rights. */
  private runs(): Promise<RunWindow[]> {
    return bypassRowSecurity(() => this.windows.all());
  }

  private async listed(place: Place): Promise<StatementDocument | AlteredStatement> {
    try {
      return await this.make(place, false);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== statementErrors.statement_altered.code) throw error;
      const { run, key } = place;
      const row = await bypassRowSecurityFor(key.orgId, () =>
        this.repository.sealed(run.runId, key.orgId, key.currency),
      );
      const [name] = await bypassRowSecurityFor(key.orgId, () => this.source.authorNames([key]));
      const { orgId: authorId, currency } = key;
      return { altered: true, id: row!.id, month: run.month, currency, authorId, authorName: name! };
    }
  }

  /**
   * Lines come from invoices of tenants. `withPath` includes the sibling hashes of the proof, which lists do not need.
   */
  private async make(place: Place, withPath = true): Promise<StatementDocument> {
    return bypassRowSecurityFor(place.key.orgId, () => this.compose(place, withPath));
  }

  private async compose({ run, key }: Place, withPath: boolean): Promise<StatementDocument> {
    const row = await this.repository.sealed(run.runId, key.orgId, key.currency);
    if (!row) {
      const [basis] = await this.source.bases(run, [key], null);
      const [open] = await this.source.documents(run, [{ key, basis: basis! }]);
      return { ...open!, proof: null };
    }
    const month = await this.repository.sealOf(row.seal);
    const path = await this.repository.pathOf(month, row.position);
    const document = await this.sameAsSealed({ run, key }, month, row, path);
    if (!document) {
      await this.noteAltered.execute(run, key);
      throw new AppError(statementErrors.statement_altered);
    }
    return {
      ...document,
      proof: {
        salts: saltsUnder(month.saltKey, document).map((salt) => salt.toString('hex')),
        position: row.position,
        size: month.size,
        path: withPath ? path.map((hash) => hash.toString('hex')) : [],
        tree_root: month.treeRoot,
        previous_root: month.previousRoot,
        root: month.root,
      },
    };
  }

  /** The statement as sealed and published; undefined when any part of it has changed. */
  private async sameAsSealed({ run, key }: Place, month: MonthRow, row: StatementRow, path: readonly Buffer[]) {
    let document: Omit<StatementDocument, 'proof'> | undefined;
    try {
      [document] = await this.source.documents(run, [{ key, basis: row }]);
    } catch (error) {
      // A row was changed so that the statement cannot be composed any more.
      if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) return undefined;
      throw error;
    }
    if (!document || rootUnder(month.saltKey, document).toString('hex') !== row.statementRoot) return undefined;
    return isPublished(month, row, path) ? document : undefined;
  }
}

function isPublished(month: MonthRow, row: StatementRow, path: readonly Buffer[]): boolean {
  const leaf = statementHash(Buffer.from(row.statementRoot, 'hex'));
  const tree = rootOfPath(leaf, row.position, month.size, path);
  if (tree?.toString('hex') !== month.treeRoot) return false;
  return (
    monthRoot(month.month, month.size, tree, Buffer.from(month.previousRoot, 'hex')).toString('hex') === month.root
  );
}

function placeAfter(cursor: string): StatementKey & { runId: string } {
  const [runId, orgId, currency] = decodeCursor(cursor, 3).map(String) as [string, string, string];
  if (!UUID.test(orgId))
    throw new AppError(commonErrors.invalid_request, { message: 'This cursor belongs to another list.' });
  return { runId, orgId, currency };
}

/** UUIDs and currency codes sort in JavaScript as in the database. */
function isBehind(key: StatementKey, after: StatementKey | undefined): boolean {
  if (after === undefined || key.orgId > after.orgId) return true;
  return key.orgId === after.orgId && key.currency > after.currency;
}
