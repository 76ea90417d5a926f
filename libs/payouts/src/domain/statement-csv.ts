/** The parts of a statement that its CSV shows. */
export interface CsvStatement {
  readonly month: string;
  readonly currency: string;
  readonly opening_minor: string;
  readonly earned_minor: string;
  readonly other_minor: string;
  readonly paid_minor: string;
  readonly carried_minor: string;
  readonly lines: readonly {
    readonly line_id: string;
    readonly invoice_id: string;
    readonly install_id: string;
    readonly gross_minor: string;
    readonly author_minor: string;
    readonly platform_minor: string;
    readonly state: string;
  }[];
}

/** RFC 4180, amounts in minor units. A cell that a spreadsheet would take for a formula gets an apostrophe. */
export function statementCsv(statement: CsvStatement): string {
  const { month, currency } = statement;
  const rows: string[][] = [
    [
      'kind',
      'month',
      'currency',
      'line',
      'invoice',
      'install',
      'gross_minor',
      'author_minor',
      'platform_minor',
      'state',
    ],
    ...statement.lines.map((l) => [
      'line',
      month,
      currency,
      l.line_id,
      l.invoice_id,
      l.install_id,
      l.gross_minor,
      l.author_minor,
      l.platform_minor,
      l.state,
    ]),
    ...(['opening', 'earned', 'other', 'paid', 'carried'] as const).map((kind) => [
      kind,
      month,
      currency,
      '',
      '',
      '',
      '',
      statement[`${kind}_minor`],
      '',
      '',
    ]),
  ];
  return `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
