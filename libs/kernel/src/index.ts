export { Clock, Ids, Random, SystemClock, SystemIds, SystemRandom, FixedClock } from './ports.js';
export { Secret } from './secret.js';
export { AppError, defineErrors, errorCatalogue, type ErrorDef, type ErrorDetail } from './app-error.js';
export { commonErrors } from './common-errors.js';
export { defineStates, type States } from './states.js';
export { type Money, parseMinor, addMoney, formatMinor } from './money.js';
export { decodeCursor, encodeCursor, type Page, toPage } from './page.js';
export { assertNever, invariant } from './assert.js';
export { csvRow } from './csv.js';
