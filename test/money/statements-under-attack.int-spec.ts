import { parseStatement, verifyStatements, type StatementDocument } from '@portal/statement-proof';
import { Client } from 'pg';
import { runDrive } from '../../apps/cli/src/testing/drive.js';
import { sealMonth } from '../../libs/statement-proof/src/testing/statement-builder.js';
import { examples, randomOf } from '../support/examples.js';
import type { MoneyWorld } from '../support/money/money-world.js';
import { startPlayedMonths, type PlayedMonths } from '../support/money/played-months.js';

type Document = StatementDocument;
type Line = Document['lines'][0];
type Place = (string | number)[];

const JANUARY = 'ada 2026-01 usd';
const FEBRUARY = 'ada 2026-02 usd';

let world: MoneyWorld;
let played: PlayedMonths;
beforeAll(async () => {
  ({ world, played } = await startPlayedMonths());
});
afterAll(() => world.close());

const of = (name: string): Document => structuredClone(played.statements.get(name)!);
const all = (): Document[] => [...played.statements.values()];

interface Refused {
  exit: number;
  /** The error, by the code of the check. */
  wrong: Map<string, string>;
}

/** Verdict of the command on a file, compared with the published roots. */
async function drive(text: string, roots: readonly string[]): Promise<Refused> {
  const argv = ['verify-statement', '-', '--root', roots.join(','), '--json'];
  const { code, out } = await runDrive(argv, { input: text });
  const { files } = JSON.parse(out) as { files: { checks: { code: string; ok: boolean; detail: string }[] }[] };
  const wrong = files.flatMap(({ checks }) => checks.filter(({ ok }) => !ok));
  return { exit: code, wrong: new Map(wrong.map((check) => [check.code, check.detail])) };
}

/** Objections to a document that may be invalid; the published roots are those of both months. */
function saidAgainst(document: unknown): string[] {
  let parsed: Document;
  try {
    parsed = parseStatement(JSON.stringify(document));
  } catch (error) {
    return [(error as Error).message];
  }
  return verifyStatements([{ name: 'a', document: parsed }], published()).flatMap(({ checks }) =>
    checks.filter(({ ok }) => !ok).map(({ detail }) => detail),
  );
}
const published = (): string[] => [...new Set(all().map(({ proof }) => proof!.root))];

/** Every place of a document that holds a value of its own, and every object and list. */
function placesOf(value: unknown, at: Place = []): Place[] {
  if (value === null || typeof value !== 'object') return [at];
  const below = Object.entries(value).flatMap(([key, inner]) =>
    placesOf(inner, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return [...below, ...(at.length > 0 ? [at] : [])];
}
function valueAt(document: unknown, place: Place): unknown {
  return place.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], document);
}
function setAt(document: unknown, place: Place, value: unknown): void {
  (valueAt(document, place.slice(0, -1)) as Record<string | number, unknown>)[place.at(-1)!] = value;
}

/** Other possible values, of the same form where there is one. */
function othersThan(value: unknown): unknown[] {
  if (value === null) return ['x', '2026-01-05T00:00:00.000Z'];
  if (typeof value === 'number') return [value + 1, value === 0 ? 3 : value - 1];
  if (Array.isArray(value)) return value.length === 0 ? [['00'.repeat(16)]] : [value.slice(1), [...value, value[0]]];
  if (typeof value === 'object') return [{ ...value, extra: 1 }, Object.fromEntries(Object.entries(value).slice(1))];
  const text = value as string;
  if (/^-?\d+$/.test(text)) return [BigInt(text) + 1n, -BigInt(text), BigInt(text) * 10n].map(String);
  if (/^[0-9a-f]{32,64}$/.test(text)) return [text.replace(/.$/, (c) => (c === '0' ? '1' : '0'))];
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return [new Date(Date.parse(text) + 1).toISOString()];
  if (/^\d{4}-\d\d$/.test(text)) return ['2025-12', '2026-03'];
  return [`${text}x`, text.slice(1), text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase()];
}

describe('the statements of two months that were played with everything', () => {
  it('verify, each by itself and all of them together', async () => {
    for (const document of all()) {
      const { exit, wrong } = await drive(JSON.stringify(document, null, 2), published());
      expect([document.statement.month, exit, ...wrong.values()]).toEqual([document.statement.month, 0]);
    }
    const files = [...played.statements].map(([name, document]) => ({ name, document }));
    const wrong = verifyStatements(files, [played.root]).flatMap(({ checks }) => checks.filter(({ ok }) => !ok));
    expect(wrong).toEqual([]);
  });

  it('show everything that was played', () => {
    const kinds = (name: string): string[] => of(name).entries.map(({ kind }) => kind);
    expect(kinds(JANUARY)).toEqual(expect.arrayContaining(['credit_note', 'refund', 'dispute_opened']));
    expect(kinds(FEBRUARY)).toEqual(expect.arrayContaining(['dispute_won', 'refund', 'listing_fee']));
    expect(of(JANUARY).statement).toMatchObject({ outcome: 'paid', lines_elsewhere: 0 });
    expect(BigInt(of(JANUARY).statement.held_minor)).toBeGreaterThan(0n);
    expect(BigInt(of(FEBRUARY).statement.reserve_minor)).toBeGreaterThan(0n);
    expect(of(FEBRUARY).entries.some(({ kind, amount_minor }) => kind.includes('hold') && amount_minor > '0')).toBe(
      true,
    );
    expect(of(JANUARY).statement.unpaid.length).toBeGreaterThan(1);
    expect(of(JANUARY).pending).toHaveLength(1);
    expect(of(FEBRUARY).lines.map(({ month }) => month)).toContain('2026-01');
    expect(of('bob 2026-01 usd').statement).toMatchObject({ outcome: 'carried', carried_minor: '701' });
    expect(of('bob 2026-02 usd').statement).toMatchObject({ outcome: 'paid', opening_minor: '701' });
    expect(of(FEBRUARY).entries.some(({ lines }) => lines.length > 1)).toBe(true);
    for (const name of [JANUARY, FEBRUARY]) expect(of(name).proof!.size).toBeGreaterThan(2);
  });

  it('are refused when any single field of any of them is changed, with a sentence', () => {
    let tried = 0;
    for (const document of all())
      for (const place of placesOf(document))
        for (const value of othersThan(valueAt(document, place))) {
          const copy = structuredClone(document);
          setAt(copy, place, value);
          if (JSON.stringify(copy) === JSON.stringify(document)) continue;
          tried += 1;
          const said = saidAgainst(copy);
          if (said.length === 0 || said.some((text) => text.length < 10))
            throw new Error(`${document.statement.id} ${place.join('/')} = ${JSON.stringify(value)}: ${said.join()}`);
        }
    expect(tried).toBeGreaterThan(2_000);
  });

  it('are refused when two amounts are changed so that they cancel, or change places', () => {
    let tried = 0;
    const random = randomOf();
    for (const name of [JANUARY, FEBRUARY]) {
      const document = of(name);
      const amounts = placesOf(document).filter(
        (place) => place[0] !== 'proof' && /(?:_minor|^seconds|^running_\w+)$/.test(String(place.at(-1))),
      );
      const itemOf = (place: Place): string => place.slice(0, 2).join('/');
      for (const [n, one] of amounts.entries())
        for (const other of amounts.slice(n + 1)) {
          const sameKey = one.at(-1) === other.at(-1);
          if (itemOf(one) !== itemOf(other) && one[0] !== 'statement' && !sameKey) continue;
          const [a, b] = [valueAt(document, one) as string, valueAt(document, other) as string];
          const pairs = [
            [String(BigInt(a) + 1n), String(BigInt(b) - 1n)],
            [b, a],
          ] as const;
          for (const [left, right] of sameKey ? pairs : pairs.slice(0, 1)) {
            if (left === a && right === b) continue;
            // One of four; all of them with `SOAK_TIMES`.
            if (random(Math.max(1, 4 / examples(1))) > 0) continue;
            const copy = structuredClone(document);
            setAt(copy, one, left);
            setAt(copy, other, right);
            tried += 1;
            if (saidAgainst(copy).length === 0) throw new Error(`${name} ${one.join('/')} and ${other.join('/')}`);
          }
        }
    }
    expect(tried).toBeGreaterThan(250);
  });
});

/** Adds to amounts of one object that are decimal text. */
function add<K extends string>(to: Record<K, string>, by: bigint, ...keys: K[]): void {
  for (const key of keys) to[key] = (BigInt(to[key]) + by).toString();
}
/** Raises the author's earnings and payout. */
function earn(document: Document, tx: string, minor: bigint, lines: number): void {
  const payment = document.payments.find(({ ledger_tx }) => ledger_tx === tx)!;
  payment.lines += lines;
  add(payment, minor, 'amount_minor');
  add(document.statement, minor, 'earned_minor', 'closing_minor', 'paid_minor');
}
/** Takes a line out, and out of every sum. */
function drop(document: Document, line: Line): void {
  document.lines = document.lines.filter((one) => one !== line);
  earn(document, line.payment_tx!, -BigInt(line.author_minor), -1);
}
const byRunning = (document: Document): Line[] =>
  document.lines
    .filter(({ month }) => month === document.statement.month)
    .sort((a, b) => (BigInt(a.running_after) < BigInt(b.running_after) ? -1 : 1));

/**
 * Attacks that leave every sum right. `found`: the check that detects it although the attacker sealed the month again
 * and published that root; null where only the root of the month reveals it.
 */
const ATTACKS: readonly [string, string | null, (document: Document) => void][] = [
  [
    'a cent goes from one line to another',
    'line_split',
    ({ lines: [one, two] }) => {
      add(one!, 1n, 'author_minor');
      add(one!, -1n, 'platform_minor');
      add(two!, -1n, 'author_minor');
      add(two!, 1n, 'platform_minor');
    },
  ],
  [
    'a cent goes from one refund to another, with the lines they name',
    null,
    ({ entries }) => {
      const [one, two] = entries.filter(({ lines }) => lines.length > 0);
      for (const [entry, by] of [
        [one!, 1n],
        [two!, -1n],
      ] as const) {
        add(entry, by, 'amount_minor');
        add(entry.lines[0]!, by, 'amount_minor');
      }
    },
  ],
  [
    'a booking is smaller and more was paid',
    null,
    ({ statement, entries }) => {
      const entry = entries.at(-1)!;
      for (const one of [entry, ...entry.lines.slice(0, 1)]) add(one, 1n, 'amount_minor');
      add(statement, 1n, 'adjustments_minor', 'closing_minor', 'paid_minor');
    },
  ],
  [
    'an amount on hold counts as carried',
    null,
    ({ statement }) => {
      add(statement, -1n, 'held_minor');
      add(statement, 1n, 'carried_minor');
    },
  ],
  ['a line says another month', 'line_amounts', (document) => void (byRunning(document)[0]!.month = '2025-12')],
  [
    'a line is moved to another month with its dates and seconds',
    'running_total',
    (document) => {
      const line = byRunning(document).find(({ from_at }) => from_at.slice(8, 10) === '01')!;
      const [from, to] = [Date.UTC(2025, 11, 1), Date.UTC(2025, 11, 1) + Number(line.seconds) * 1000];
      Object.assign(line, {
        month: '2025-12',
        from_at: new Date(from).toISOString(),
        to_at: new Date(to).toISOString(),
      });
    },
  ],
  ['a line is left out of every sum', 'running_total', (document) => drop(document, byRunning(document)[0]!)],
  ['the last line is left out of every sum', null, (document) => drop(document, byRunning(document).at(-1)!)],
  [
    'two lines are made one',
    'line_amounts',
    (document) => {
      const [one, two] = byRunning(document) as [Line, Line];
      drop(document, two);
      for (const key of ['gross_minor', 'author_minor', 'platform_minor'] as const) add(one, BigInt(two[key]), key);
      Object.assign(one, { running_after: two.running_after, share_after_minor: two.share_after_minor });
      earn(document, one.payment_tx!, BigInt(two.author_minor), 0);
    },
  ],
  [
    'a duplicate line',
    'payments',
    (document) => {
      const line = byRunning(document).at(-1)!;
      document.lines.push(line);
      earn(document, line.payment_tx!, BigInt(line.author_minor), 1);
    },
  ],
  [
    'a line is charged again under another name',
    'line_time',
    (document) => {
      const last = byRunning(document).at(-1)!;
      const after = BigInt(last.running_after) + BigInt(last.gross_minor) * BigInt(last.author_bps);
      const share = (after + 5_000n) / 10_000n;
      const author = share - BigInt(last.share_after_minor);
      document.lines.push({
        ...last,
        line_id: last.line_id.replace(/^./, (c) => (c === '0' ? '1' : '0')),
        running_before: last.running_after,
        running_after: after.toString(),
        share_before_minor: last.share_after_minor,
        share_after_minor: share.toString(),
        author_minor: author.toString(),
        platform_minor: (BigInt(last.gross_minor) - author).toString(),
      });
      earn(document, last.payment_tx!, author, 1);
    },
  ],
  [
    'a line of another author is added with its payment',
    'running_total',
    (document) => {
      const bob = of(`bob ${document.statement.month} usd`);
      const line = byRunning(bob)[0]!;
      const payment = bob.payments.find(({ ledger_tx }) => ledger_tx === line.payment_tx)!;
      const own = document.payments.find(({ ledger_tx }) => ledger_tx === payment.ledger_tx);
      if (!own) document.payments.push({ ...payment, lines: 0, amount_minor: '0' });
      document.lines.push(line);
      earn(document, line.payment_tx!, BigInt(line.author_minor), 1);
    },
  ],
  ['another currency', null, ({ statement }) => void (statement.currency = 'eur')],
  ['another number of digits', null, ({ statement }) => void (statement.exponent = 3)],
  ['another author', null, ({ statement }) => void (statement.author_id = played.bob.orgId)],
  ['another transfer', null, ({ statement }) => void (statement.transfer_id = 'tr_other')],
  [
    'a payment from after the cutoff',
    'payments',
    ({ statement, payments, lines }) => {
      const [payment] = payments;
      const tx = (BigInt(statement.cutoff_tx) + 1n).toString();
      for (const line of lines) if (line.payment_tx === payment!.ledger_tx) line.payment_tx = tx;
      payment!.ledger_tx = tx;
    },
  ],
  [
    'a refund from before it begins',
    'entries',
    ({ statement, entries }) => void (entries[0]!.ledger_tx = statement.after_tx),
  ],
  [
    'a line that nobody paid counts as paid',
    'payments',
    (document) => {
      const line = document.pending.pop() ?? { ...byRunning(document)[0]!, line_id: 'x' };
      document.lines.push({ ...line, payment_tx: null });
    },
  ],
];

describe.each([JANUARY, FEBRUARY])('an attack on %s that leaves the sums right', (name) => {
  it.each(ATTACKS)('%s', async (_, found, change) => {
    const document = of(name);
    change(document);
    expect(document).not.toEqual(of(name));
    const kept = await drive(JSON.stringify(document), published());
    expect(kept.exit).toBe(1);
    expect(kept.wrong.get('inclusion')).toMatch(
      /^its items do not lead to the root of the tree$|^there are \d+ salts for \d+ items/,
    );

    // With a proof of its own it has another root than was published.
    const [sealed] = sealMonth([document], document.proof!.previous_root) as [Document];
    const anew = await drive(JSON.stringify(sealed), published());
    expect([anew.exit, anew.wrong.get('published_root')]).toEqual([
      1,
      `${sealed.proof!.root} is not among the roots to compare with`,
    ]);

    // Published by the one who sealed it, it is refused where its own figures contradict it.
    const trusted = await drive(JSON.stringify(sealed), [sealed.proof!.root]);
    expect([...trusted.wrong.keys()]).toEqual(found === null ? [] : expect.arrayContaining([found]));
    expect(trusted.exit).toBe(found === null ? 0 : 1);
  });

  it.each<[string, string, (proof: NonNullable<Document['proof']>, document: Document) => void]>([
    [
      'the proof of another statement of the month',
      'inclusion',
      (proof) => void Object.assign(proof, of(otherOf(name)).proof),
    ],
    [
      'the place of another statement of the month',
      'inclusion',
      (proof) => {
        const { position, size, path } = of(otherOf(name)).proof!;
        Object.assign(proof, { position, size, path });
      },
    ],
    [
      'another place with its own path',
      'inclusion',
      (proof) => void (proof.position = (proof.position + 1) % proof.size),
    ],
    ['a larger month', 'inclusion', (proof) => void (proof.size += 1)],
    ['a path that is longer', 'inclusion', (proof) => void proof.path.push(proof.tree_root)],
    ['no path', 'inclusion', (proof) => void (proof.path = [])],
    [
      'the root of another month',
      'inclusion',
      (proof) => void (proof.root = published().find((root) => root !== proof.root)!),
    ],
    ['another month before', 'inclusion', (proof) => void (proof.previous_root = proof.root)],
    ['another root of the tree', 'inclusion', (proof) => void (proof.tree_root = proof.root)],
    ['salts in another order', 'inclusion', (proof) => void proof.salts.reverse()],
    ['a salt too many', 'inclusion', (proof) => void proof.salts.push(proof.salts[0]!)],
    ['no proof', 'inclusion', (_, document) => void (document.proof = null)],
  ])('the proof: %s', async (_name, code, change) => {
    const document = of(name);
    change(document.proof!, document);
    const { exit, wrong } = await drive(JSON.stringify(document), published());
    expect([exit, wrong.get(code)]).toEqual([1, expect.stringMatching(/\w+ \w+ \w+/)]);
  });
});

/** A statement of the same month, but of another author. */
function otherOf(name: string): string {
  return name.replace('ada', 'bob');
}

describe('sealed data, altered behind the portal', () => {
  const asOwner = async (table: string, change: string): Promise<void> => {
    const owner = new Client({ connectionString: world.app.database.url });
    await owner.connect();
    try {
      await owner.query(
        `begin; alter table ${table} disable trigger user; ${change}; alter table ${table} enable trigger user; commit`,
      );
    } finally {
      await owner.end();
    }
  };
  const read = async (name: 'ada' | 'bob', month: string): Promise<string | number> => {
    const { id } = of(`${name} ${month} usd`).statement;
    const answer = await world.get(played[name].session, `/author/statements/${id}/json`);
    return answer.error ?? answer.status;
  };

  it.each([
    [
      'a line of one author is given to another',
      'billing.invoice_lines',
      (line: string) => `update billing.invoice_lines set org_id = '${played.ada.orgId}' where id = '${line}'`,
      (line: string) => `update billing.invoice_lines set org_id = '${played.bob.orgId}' where id = '${line}'`,
    ],
    [
      'a cent of a refund is taken from the author instead of the platform',
      'billing.line_adjustments',
      () =>
        `update billing.line_adjustments set author_share = author_share + 1, platform_share = platform_share - 1 where source_type = 'refund'`,
      () =>
        `update billing.line_adjustments set author_share = author_share - 1, platform_share = platform_share + 1 where source_type = 'refund'`,
    ],
    [
      'another line is the one that costs more',
      'billing.invoice_lines',
      (line: string) =>
        `update billing.invoice_lines set price_amount = price_amount + 1 where install_id <> (select install_id from billing.invoice_lines where id = '${line}')`,
      (line: string) =>
        `update billing.invoice_lines set price_amount = price_amount - 1 where install_id <> (select install_id from billing.invoice_lines where id = '${line}')`,
    ],
  ])('%s: not shown until it is put right', async (_, table, change, undo) => {
    const line = of('bob 2026-01 usd').lines[0]!.line_id;
    expect(await read('ada', '2026-01')).toBe(200);
    await asOwner(table, change(line));
    expect(await read('ada', '2026-01')).toBe('statement_altered');
    await asOwner(table, undo(line));
    expect(await read('ada', '2026-01')).toBe(200);
  });

  interface Row {
    author_name: string;
    month: string;
    currency: string;
    altered: boolean;
    outcome: string;
    paid_minor: string | null;
  }
  /** Rows of ada's and bob's January, for finance and for their authors. */
  const rows = async (name: 'ada' | 'bob'): Promise<Row[]> => {
    const { author_name: author } = of(`${name} 2026-01 usd`).statement;
    const lists = await Promise.all([
      world.get<{ items: Row[] }>(world.preparer, '/finance/statements?month=2026-01'),
      world.get<{ items: Row[] }>(played[name].session, '/author/statements'),
    ]);
    expect(lists.map(({ status }) => status)).toEqual([200, 200]);
    return lists.map(({ data }) =>
      data.items.find((row) => [row.author_name, row.month, row.currency].join() === `${author},2026-01,usd`)!,
    );
  };
  const SHOWN = { altered: false, outcome: 'paid' };
  const HIDDEN = { altered: true, outcome: 'altered', paid_minor: null };
  const facts = (change: string): string =>
    `update statements.statements set facts = ${change} where org_id = '${played.ada.orgId}' and month = '2026-01' and currency = 'usd'`;

  it.each([
    ['a line', 'billing.invoice_lines', `update billing.invoice_lines set price_amount = price_amount + 1`],
    ['what it says was paid', 'statements.statements', `facts || '{"paid_minor": "1"}'`],
    ['what it says was paid, to no number', 'statements.statements', `facts || '{"paid_minor": "one"}'`],
    ['everything that it says', 'statements.statements', `'{}'`],
    ['a sentence', 'statements.statements', `facts || '{"reason_text": "Because."}'`],
    [
      'the day of a part',
      'statements.statements',
      `jsonb_set(facts, '{unpaid,0,expected_at}', '"2036-01-01T00:00:00.000Z"')`,
    ],
    ['the words of a part', 'statements.statements', `jsonb_set(facts, '{unpaid,0,waits_for}', '"nothing"')`],
  ])('%s: the list shows all others, and that one in its place without an amount', async (_, table, change) => {
    expect(await rows('ada')).toMatchObject([SHOWN, SHOWN]);
    const [before] = await world.query<{ facts: object }>(
      `select facts from statements.statements where org_id = $1 and month = '2026-01' and currency = 'usd'`,
      [played.ada.orgId],
    );
    const lines = table === 'billing.invoice_lines';
    const org = `where org_id = '${played.ada.orgId}'`;
    await asOwner(table, lines ? `${change} ${org}` : facts(change));
    expect(await rows('ada')).toMatchObject([HIDDEN, HIDDEN]);
    expect((await rows('bob')).map(({ altered }) => altered)).toEqual([false, false]);
    expect(await read('ada', '2026-01')).toBe('statement_altered');
    await asOwner(
      table,
      lines
        ? `update billing.invoice_lines set price_amount = price_amount - 1 ${org}`
        : facts(`'${JSON.stringify(before!.facts).replaceAll("'", "''")}'`),
    );
    expect(await rows('ada')).toMatchObject([SHOWN, SHOWN]);
    expect(await read('ada', '2026-01')).toBe(200);
  });

  it('the published root: none of the month is shown', async () => {
    const set = (root: string): Promise<void> =>
      asOwner('statements.months', `update statements.months set root = '${root}' where month = '2026-01'`);
    await set('ab'.repeat(32));
    for (const name of ['ada', 'bob'] as const) expect(await rows(name)).toMatchObject([HIDDEN, HIDDEN]);
    await set(of(JANUARY).proof!.root);
    expect(await rows('ada')).toMatchObject([SHOWN, SHOWN]);
  });

  it('is recorded once, for any reader, and enters the worklist of finance', async () => {
    const noted = await world.query<{ org_id: string }>(
      `select a.org_id from statements.alterations a join statements.months m using (run_id) where m.month = '2026-01' and a.org_id = $1 and a.currency = 'usd'`,
      [played.ada.orgId],
    );
    expect(noted).toHaveLength(1);
    const audit = await world.query(
      `select 1 from platform.audit_log where action = 'statement.found_altered' and subject_id = $1`,
      [played.ada.orgId],
    );
    expect(audit.length).toBeGreaterThan(0);
    await expect(world.query(`delete from statements.alterations`)).rejects.toThrow();
  });

  it('a changed node of the tree: not shown where the node is on the path to the root', async () => {
    const paths = played.statements.get(JANUARY)!.proof!.path;
    await asOwner('statements.tree_nodes', `update statements.tree_nodes set hash = sha256(hash)`);
    // A tree of three statements has one leaf whose way to the root passes no inner node but its own.
    expect(paths.length).toBeGreaterThan(0);
    const statements = [await read('ada', '2026-01'), await read('bob', '2026-01')];
    expect(statements).toContain('statement_altered');
  });
});
