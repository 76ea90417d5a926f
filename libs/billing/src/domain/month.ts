import { AppError } from '@portal/kernel';
import { billingErrors } from '../errors.js';

/** A calendar month in UTC; `startAt` inclusive, `endAt` exclusive. */
export interface Month {
  /** `YYYY-MM` */
  readonly text: string;
  /** `YYYY-MM-01` */
  readonly first: string;
  readonly startAt: Date;
  readonly endAt: Date;
  /** Whole seconds, without leap seconds. */
  readonly seconds: bigint;
}

/** @throws AppError `month_invalid` (400) */
export function parseMonth(text: string): Month {
  const match = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text);
  if (!match) throw new AppError(billingErrors.month_invalid);
  const [year, month] = [Number(match[1]), Number(match[2])];
  const startAt = new Date(Date.UTC(year, month - 1, 1));
  const endAt = new Date(Date.UTC(year, month, 1));
  return { text, first: `${text}-01`, startAt, endAt, seconds: BigInt((endAt.getTime() - startAt.getTime()) / 1000) };
}

/** The month of an instant. */
export function monthOf(at: Date): Month {
  return parseMonth(at.toISOString().slice(0, 7));
}
