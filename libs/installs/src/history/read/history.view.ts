import { ApiProperty } from '@portal/platform/description';
import { instant, maybeNumber } from '@portal/platform/http';
import { RANGE_NAMES, type Range } from '../domain/ranges.js';
import { KEPT_ENDPOINTS, type KeptEndpoint } from '../domain/points.js';

/** Calls of an endpoint in one bin. */
class CallsBinView {
  @ApiProperty({ ...instant, description: 'Its beginning' }) at: string;
  @ApiProperty({ description: 'How many calls' }) calls: number;
  @ApiProperty({ description: 'Share of good calls, 0 to 1; every five minutes count alike' }) share: number;
}

/** How an endpoint of a Drive answered. */
class EndpointHistoryView {
  @ApiProperty({ enum: KEPT_ENDPOINTS }) endpoint: KeptEndpoint;
  @ApiProperty({ description: 'The share of good calls that is the objective, 0 to 1' }) target: number;
  @ApiProperty({
    ...maybeNumber,
    description: 'Share of good calls in the days of the objective, 0 to 1; null: not enough data yet',
  })
  share: number | null;
  @ApiProperty({
    ...maybeNumber,
    description: 'Used of the failures that the target allows, 1: all; null: not enough data yet',
  })
  budget_used: number | null;
  @ApiProperty({ type: [CallsBinView], description: 'Oldest first; bins without calls are left out' })
  points: CallsBinView[];
}

/** How long good answers of the health endpoint took in 28 days. */
export class ResponseTimeView {
  @ApiProperty({ description: 'Half took at most this, ms, within 2.5 %' }) median_ms: number;
  @ApiProperty({ description: '95 % took at most this, ms, within 2.5 %' }) p95_ms: number;
  @ApiProperty({ description: 'How many were measured' }) answers: number;
}

/** How a Drive answered the host's calls, for all its installs together. */
export class DriveHistoryView {
  @ApiProperty({ enum: RANGE_NAMES }) range: Range;
  @ApiProperty(instant) from: string;
  @ApiProperty({ ...instant, description: 'Now' }) to: string;
  @ApiProperty({ description: 'Length of a bin, s' }) bin_seconds: number;
  @ApiProperty({ description: 'Days that the objective looks back' }) objective_days: number;
  @ApiProperty({ type: [EndpointHistoryView] }) endpoints: EndpointHistoryView[];
}

/** A figure in one bin. */
class FigureBinView {
  @ApiProperty({ ...instant, description: 'Its beginning' }) at: string;
  @ApiProperty({ description: 'Average: every five-minute period has the same weight' }) mean: number;
  @ApiProperty() least: number;
  @ApiProperty() most: number;
}

/** A figure that the plugin reports, under its own name. */
class FigureHistoryView {
  @ApiProperty() name: string;
  @ApiProperty({ type: [FigureBinView], description: 'Oldest first; bins without readings are left out' })
  points: FigureBinView[];
}

export class InstallHistoryView extends DriveHistoryView {
  @ApiProperty({ type: [FigureHistoryView], description: 'By name' }) metrics: FigureHistoryView[];
}
