/** A case as docs/money-case.md describes it, as far as the oracle computes it. */
export interface WrittenScenario {
  scenario: 1;
  title?: string;
  currency?: string;
  until?: string;
  policies?: Record<string, unknown>;
  currencies?: Record<string, Record<string, number | string>>;
  processor_fee?: { basis_points?: number; fixed?: Record<string, number> };
  authors?: Record<string, { country?: string; account?: string; basis_points?: number; card?: string }>;
  drives: Record<string, { author?: string; first_party?: boolean; billing?: string; basis_points?: number }>;
  tenants: Record<string, { card?: string; country?: string; region?: string; tax_id?: string }>;
  events: WrittenEvent[];
}

export interface WrittenLine {
  install: string;
  from?: string;
  amount?: number | string;
}

export interface WrittenEvent {
  at: string;
  type: string;
  note?: string;
  install?: string;
  drive?: string;
  tenant?: string;
  venture?: string;
  plan?: string;
  price?: number | string;
  currency?: string;
  trial_days?: number;
  key?: string;
  value?: unknown;
  author?: string;
  basis_points?: number;
  card?: string;
  month?: string;
  outcome?: string;
  fee?: number;
  refund?: string;
  amount?: number | string;
  lines?: WrittenLine[];
  reason?: string;
  dispute?: string;
  stage?: string;
  billing?: string;
  account?: string;
  country?: string;
  hold?: string;
  kind?: string;
  months?: number;
  until?: string;
  now?: boolean;
  by?: string;
  available?: number;
}
