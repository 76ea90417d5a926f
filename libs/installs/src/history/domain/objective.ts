/** The objective of a Drive: this share of the time of the last days, endpoint by endpoint. */
export const OBJECTIVE = { days: 28, target: 0.995 } as const;

/** Minimum number of five-minute periods for a statement: twelve hours. */
export const FEWEST_PERIODS = 144;

/** Measured against `OBJECTIVE`. */
export interface Objective {
  /** Five-minute periods in which the endpoint was asked. */
  readonly periods: number;
  /** Share of good calls, each period counting alike, 0 to 1; null: not enough data yet. */
  readonly share: number | null;
  /** Used part of the failures that the target allows, 1: all of it; null: not enough data yet. */
  readonly budgetUsed: number | null;
}

/** @param good sum of the shares of good calls of each period */
export function objectiveOf(periods: number, good: number): Objective {
  if (periods < FEWEST_PERIODS) return { periods, share: null, budgetUsed: null };
  const share = good / periods;
  return { periods, share, budgetUsed: (1 - share) / (1 - OBJECTIVE.target) };
}
