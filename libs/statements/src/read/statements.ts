import { Injectable } from '@nestjs/common';
import { AppError, commonErrors, decodeCursor, type Page, required, toPage } from '@portal/kernel';
import { bypassRowSecurity, bypassRowSecurityFor, Database } from '@portal/platform/database';
import { monthRoot, rootOfPath, statementHash, type StatementDocument } from '@portal/statement-proof';
import { statementIdOf } from '../domain/statement-id.js';
import { statementErrors } from '../errors.js';
import { NoteAltered } from '../note-altered.js';
import { StatementsRepository, type SealedRow } from '../persistence/statements.repository.js';
import { rootUnder, saltsUnder } from '../domain/statement-salts.js';
import { RunWindows, type RunWindow } from './run-windows.js';
import { StatementSource, textOf, type Place, type StatementBasis, type StatementKey } from './statement-source.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Unproved = Omit<StatementDocument, 'proof'>;

/** `row`: once it is sealed. */
interface FoundPlace extends Place {
  readonly row?: SealedRow;
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
    const places = await this.placesOf(windows.slice(from), orgIds, limit + 1, after);
    const page = toPage(
      places,
      limit,
      ({ run, key }) => [run.runId, key.orgId, key.currency],
      (place) => place,
    );
    const documents = await this.make(page.items, false);
    const altered = page.items.filter((_, at) => documents[at] === undefined).map(({ key }) => key);
    const names = await bypassRowSecurity(() => this.source.namesOf(altered));
    return {
      items: page.items.map((place, at) => documents[at] ?? alteredOf(place, names)),
      next_cursor: page.next_cursor,
    };
  }

  /** @throws AppError `statement_not_found` (404), also for another author's statement; `statement_altered` (409) */
  async get(id: string, orgIds: readonly string[] | null): Promise<StatementDocument> {
    return this.only(required(await this.placeOf(id, orgIds), statementErrors.statement_not_found));
  }

  /** The statement of one author and currency in the run of a month among `windows`; undefined before it is prepared. */
  async ofMonth(
    windows: readonly RunWindow[],
    { orgId, currency }: StatementKey,
    month: string,
  ): Promise<StatementDocument | undefined> {
    const runs = windows.filter((window) => window.month === month).slice(0, 1);
    const place = (await this.placesOf(runs, [orgId])).find(({ key }) => key.currency === currency);
    return place && this.only(place);
  }

  /** Newest run first, then by author and currency; behind `after`, which is of the first run. */
  private async placesOf(
    runs: readonly RunWindow[],
    orgIds: readonly string[] | null,
    limit?: number,
    after?: StatementKey,
  ): Promise<FoundPlace[]> {
    if (runs.length === 0) return [];
    return bypassRowSecurityFor(orgIds ?? [], async () => {
      const ids = runs.map(({ runId }) => runId);
      const places = new Map<string, FoundPlace>();
      const add = (at: number, place: FoundPlace): unknown =>
        // UUIDs and currency codes sort in JavaScript as in the database.
        places.set(`${String(at).padStart(9, '0')} ${textOf(place.key)}`, place);
      const waiting = runs.filter((run) => run.waiting !== 0);
      // Keys of everybody are dear, so runs that no page shows are not asked; those of an author are not.
      for (const some of orgIds === null ? waiting.map((run) => [run]) : [waiting])
        if (places.size < (limit ?? Infinity))
          for (const { run, key } of await this.source.keys(some, orgIds))
            if (run !== runs[0] || after === undefined || textOf(key) > textOf(after))
              add(runs.indexOf(run), { run, key });
      for (const row of await this.repository.sealed(ids, orgIds, { limit, after })) {
        const at = ids.indexOf(row.runId);
        add(at, { run: runs[at]!, key: row, row });
      }
      return [...places]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, place]) => place)
        .slice(0, limit);
    });
  }

  private async placeOf(id: string, orgIds: readonly string[] | null): Promise<FoundPlace | undefined> {
    const [row] = await this.database.query<{ run_id: string; org_id: string; currency: string }>(
      `select run_id, org_id, currency from statements.statements where id = $1
       union select p.run_id, p.org_id, p.currency from payouts.payouts p where p.id = $1 and p.state <> 'cancelled'`,
      [id],
    );
    if (row) {
      if (orgIds !== null && !orgIds.includes(row.org_id)) return undefined;
      const run = await bypassRowSecurity(() => this.windows.get(row.run_id));
      return run && (await this.placesOf([run], [row.org_id])).find(({ key }) => key.currency === row.currency);
    }
    // A statement without a payout that is not sealed: its id is derived from its key.
    const runs = (await this.runs()).filter(({ waiting }) => waiting !== 0);
    const places = await bypassRowSecurity(() => this.source.keys(runs, orgIds));
    return places.find(({ run, key }) => statementIdOf(run.runId, key.orgId, key.currency) === id);
  }

  /** Runs have no owner, but the rows of one author are read with that author's rights. */
  private runs(): Promise<RunWindow[]> {
    return bypassRowSecurity(() => this.windows.all());
  }

  private async only(place: FoundPlace): Promise<StatementDocument> {
    return required((await this.make([place], true))[0], statementErrors.statement_altered);
  }

  /**
   * In the order of `places`; undefined in place of an altered one, which is noted. Lines come from invoices of tenants.
   * `withPath` includes the sibling hashes of the proofs, which lists do not need.
   */
  private make(places: readonly FoundPlace[], withPath: boolean): Promise<(StatementDocument | undefined)[]> {
    return bypassRowSecurityFor(
      places.map(({ key }) => key.orgId),
      () => this.compose(places, withPath),
    );
  }

  private async compose(places: readonly FoundPlace[], withPath: boolean) {
    const open = places.filter(({ row }) => row === undefined);
    const sealed = places.flatMap(({ row }) => row ?? []);
    const [bases, paths] = [await this.source.bases(open, null), await this.repository.pathsOf(sealed)];
    const documents = await this.documents(
      places.map((place) => ({ ...place, basis: place.row ?? bases[open.indexOf(place)]! })),
    );
    const made: (StatementDocument | undefined)[] = [];
    for (const [at, { run, key, row }] of places.entries()) {
      const document = documents[at];
      const path = row && paths[sealed.indexOf(row)]!;
      if (!row) made.push({ ...document!, proof: null });
      else if (document && isPublished(row, document, path!))
        made.push({ ...document, proof: proofOf(row, document, withPath ? path! : []) });
      else {
        await this.noteAltered.execute(run, key);
        made.push(undefined);
      }
    }
    return made;
  }

  /** Undefined in place of one that cannot be composed any more, because its row was changed; the others are. */
  private async documents(of: readonly (FoundPlace & { basis: StatementBasis })[]): Promise<(Unproved | undefined)[]> {
    try {
      return of.length === 0 ? [] : await this.source.documents(of);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError)) throw error;
      if (of.length === 1 && of[0]!.row) return [undefined];
      if (of.length === 1) throw error;
      const half = of.length >> 1;
      return [...(await this.documents(of.slice(0, half))), ...(await this.documents(of.slice(half)))];
    }
  }
}

function alteredOf({ run: { month }, key: { orgId, currency }, row }: FoundPlace, names: ReadonlyMap<string, string>) {
  return {
    altered: true as const,
    id: row!.id,
    month,
    currency,
    authorId: orgId,
    authorName: names.get(orgId) ?? orgId,
  };
}

function proofOf(row: SealedRow, document: Unproved, path: readonly Buffer[]): StatementDocument['proof'] {
  return {
    salts: saltsUnder(row.saltKey, document).map((salt) => salt.toString('hex')),
    position: row.position,
    size: row.size,
    path: path.map((hash) => hash.toString('hex')),
    tree_root: row.treeRoot,
    previous_root: row.previousRoot,
    root: row.root,
  };
}

/** The statement is as sealed and published: no part of it has changed. */
function isPublished(row: SealedRow, document: Unproved, path: readonly Buffer[]): boolean {
  if (rootUnder(row.saltKey, document).toString('hex') !== row.statementRoot) return false;
  const leaf = statementHash(Buffer.from(row.statementRoot, 'hex'));
  const tree = rootOfPath(leaf, row.position, row.size, path);
  if (tree?.toString('hex') !== row.treeRoot) return false;
  return monthRoot(row.sealMonth, row.size, tree, Buffer.from(row.previousRoot, 'hex')).toString('hex') === row.root;
}

function placeAfter(cursor: string): StatementKey & { runId: string } {
  const [runId, orgId, currency] = decodeCursor(cursor, 3).map(String) as [string, string, string];
  if (!UUID.test(orgId))
    throw new AppError(commonErrors.invalid_request, { message: 'This cursor belongs to another list.' });
  return { runId, orgId, currency };
}
