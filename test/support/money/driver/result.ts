import type { observe } from './observe.js';

/** What a query selects, in the order of the result's members. Amounts are minor units as decimal text. */
export type Row<Text extends string = never> = Readonly<Record<string, string | number | null> & Record<Text, string>>;

export type Observed = Awaited<ReturnType<typeof observe>>;

export interface CheckResult {
  check: string;
  ok: boolean;
  detail: string;
}

/** A step that the engine refused. */
export interface RefusalResult {
  /** Index in `events`; null for automatic steps. */
  event: number | null;
  at: string;
  type: string;
  code: string;
  message: string;
}

/** The result of a money case; docs/money-case.md describes its members. */
export interface CaseResult extends Observed {
  simulation: number;
  title: string | null;
  months: { month: string; state: string }[];
  ended_at: string;
  refused: RefusalResult[];
  checks: CheckResult[];
}
