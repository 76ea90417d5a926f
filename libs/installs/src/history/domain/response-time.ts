const BASE = 1.05;
const LAST_STEP = 300;

/** The step of a duration: equal ones are counted together, and a step is 5 % longer than the one before. */
export const stepOf = (ms: number): number =>
  Math.min(LAST_STEP, Math.max(0, Math.round(Math.log(Math.max(ms, 1)) / Math.log(BASE))));

/** Within 2.5 % of every duration of the step, ms. */
export const msOfStep = (step: number): number => Math.round(BASE ** step);
