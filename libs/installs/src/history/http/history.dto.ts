import { OptionalOneOf } from '@portal/platform/http';
import { RANGE_NAMES, type Range } from '../domain/ranges.js';

export class HistoryQuery {
  @OptionalOneOf(RANGE_NAMES, { default: 'day', description: '24 hours, 28 days or 365 days' }) range: Range = 'day';
}
