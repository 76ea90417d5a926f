/** Exports of one month; `authors_by_quarter` of its year. */
const MONTH_KINDS = ['journal', 'invoices', 'payouts', 'statements', 'authors_by_quarter'] as const;
/** Exports of a filtered list of finance, registered by the feature that owns the list. */
const LIST_KINDS = [
  ...(['refunds', 'credit_notes', 'disputes', 'invoice_list', 'months', 'exceptions'] as const),
  ...(['prices', 'ledger_entries', 'payout_runs', 'run_lines', 'holds'] as const),
  ...(['approvals', 'policies'] as const),
] as const;
export const EXPORT_KINDS = [...MONTH_KINDS, ...LIST_KINDS] as const;

export type MonthKind = (typeof MONTH_KINDS)[number];
type ListKind = (typeof LIST_KINDS)[number];
export type ExportKind = MonthKind | ListKind;

/** Titles of the PDF files. */
export const EXPORT_TITLES: Record<ExportKind, string> = {
  journal: 'Journal, every leg',
  invoices: 'Invoices',
  payouts: 'Payouts',
  statements: 'Statements',
  authors_by_quarter: 'Authors by quarter, for tax reports',
  refunds: 'Refunds',
  credit_notes: 'Credit notes',
  disputes: 'Disputes',
  invoice_list: 'Invoices, as listed',
  months: 'Months',
  exceptions: 'Exceptions',
  prices: 'Prices',
  ledger_entries: 'Ledger entries',
  payout_runs: 'Payout runs',
  run_lines: 'Lines of a payout run',
  holds: 'Holds and reserves',
  approvals: 'Approvals',
  policies: 'Policies, every version',
};
/** False for kinds whose amounts must not be totalled because they are prices and not money owed or paid. */
export const isAddedUp = (kind: ExportKind): boolean => kind !== 'prices' && kind !== 'approvals';

export const isListKind = (kind: ExportKind): kind is ListKind => LIST_KINDS.some((one) => one === kind);
