// A simulation's result for people: the same rows as --json, in columns.

const RIGHT = /^-?\d+$/;

/** Prints the result with `say(line)`. */
export function printTables(result, say) {
  const when = (at) => (at === null ? '' : at.replace('T00:00:00.000Z', '').replace('.000Z', 'Z'));
  if (result.title) say(`\n${result.title}`);
  section(say, 'Lines', result.lines, [
    ['month', (r) => r.month],
    ['author', (r) => r.author ?? '(platform)'],
    ['install', (r) => r.install],
    ['tenant', (r) => r.tenant],
    ['from', (r) => when(r.from)],
    ['to', (r) => when(r.to)],
    ['seconds', (r) => `${r.seconds}/${r.month_seconds}`],
    ['cur', (r) => r.currency],
    ['price', (r) => r.price],
    ['gross', (r) => r.gross],
    ['bps', (r) => String(r.basis_points)],
    ['author share', (r) => r.author_share],
    ['platform share', (r) => r.platform_share],
  ]);
  section(say, 'Invoices', result.invoices, [
    ['number', (r) => r.number],
    ['tenant', (r) => r.tenant],
    ['month', (r) => r.month],
    ['cur', (r) => r.currency],
    ['subtotal', (r) => r.subtotal],
    ['tax', (r) => r.tax],
    ['total', (r) => r.total],
    ['state', (r) => r.state],
    ['paid', (r) => when(r.paid_at)],
  ]);
  section(
    say,
    'Postings',
    result.postings.flatMap((posting) =>
      posting.legs.map((leg, i) => ({ ...leg, posting: i === 0 ? posting : undefined })),
    ),
    [
      ['at', (r) => (r.posting ? when(r.posting.at) : '')],
      ['kind', (r) => r.posting?.kind ?? ''],
      ['source', (r) => r.posting?.source ?? ''],
      ['account', (r) => (r.owner === null ? r.account : `${r.account} ${r.owner}`)],
      ['cur', (r) => r.currency],
      ['amount', (r) => r.amount],
    ],
  );
  section(say, 'Balances', result.accounts, [
    ['account', (r) => (r.owner === null ? r.account : `${r.account} ${r.owner}`)],
    ['cur', (r) => r.currency],
    ['debits', (r) => r.debits],
    ['credits', (r) => r.credits],
    ['balance', (r) => r.balance],
  ]);
  section(
    say,
    'Payouts',
    result.runs.flatMap((run) => run.payouts.map((payout) => ({ ...payout, month: run.month }))),
    [
      ['month', (r) => r.month],
      ['author', (r) => r.author],
      ['cur', (r) => r.currency],
      ['opening', (r) => r.opening],
      ['earned', (r) => r.earned],
      ['taken back', (r) => r.taken_back],
      ['held', (r) => r.held],
      ['paid', (r) => r.paid],
      ['carried', (r) => r.carried],
      ['state', (r) => r.state],
      ['reason', (r) => r.reason],
    ],
  );
  section(say, 'Refused', result.refused, [
    ['event', (r) => (r.event === null ? '' : `/events/${r.event}`)],
    ['at', (r) => when(r.at)],
    ['type', (r) => r.type],
    ['code', (r) => r.code],
    ['message', (r) => r.message],
  ]);
  section(say, 'Checks', result.checks, [
    ['ok', (r) => (r.ok ? 'ok' : 'WRONG')],
    ['check', (r) => r.check],
    ['detail', (r) => r.detail],
  ]);
}

function section(say, title, rows, columns) {
  if (rows.length === 0) return;
  const cells = rows.map((row) => columns.map(([, of]) => of(row)));
  const widths = columns.map(([name], i) => cells.reduce((most, row) => Math.max(most, row[i].length), name.length));
  const line = (row) =>
    row
      .map((cell, i) => (RIGHT.test(cell) ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join('  ')
      .trimEnd();
  say(`\n${title}`);
  say(`  ${line(columns.map(([name]) => name))}`);
  for (const row of cells) say(`  ${line(row)}`);
}
