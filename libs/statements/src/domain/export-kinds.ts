/** Everything of a month. */
export const MONTH_KINDS = ['journal', 'invoices', 'payouts', 'statements'] as const;
/** What a list of finance shows, narrowed in its own way; the feature that has the list registers it. */
export const LIST_KINDS = [
  ...(['refunds', 'credit_notes', 'disputes', 'write_offs', 'invoice_list', 'months', 'exceptions'] as const),
  ...(['prices', 'commercial_changes'] as const),
] as const;
export const EXPORT_KINDS = [...MONTH_KINDS, ...LIST_KINDS] as const;

export type MonthKind = (typeof MONTH_KINDS)[number];
export type ListKind = (typeof LIST_KINDS)[number];
export type ExportKind = MonthKind | ListKind;

export const isListKind = (kind: ExportKind): kind is ListKind => LIST_KINDS.some((one) => one === kind);
