import { ApiProperty, OmitType } from '@portal/platform/description';
import { instant, maybeText } from '@portal/platform/http';
import type { RunningState, StoredValidation } from './validations.js';
import { CheckCountsView, FindingView } from '../conformance/conformance.view.js';

const VERDICTS = ['pass', 'fail', 'skipped'] as const;
type Verdict = (typeof VERDICTS)[number];

class ValidationChecksView {
  @ApiProperty({ enum: VERDICTS }) schema: Verdict;
  @ApiProperty({ enum: VERDICTS }) endpoints: Verdict;
  @ApiProperty({ enum: VERDICTS, description: 'Public runs: all refusals right; the positive half is not run' })
  hmac: Verdict;
}

class ValidationEngineView {
  @ApiProperty() version: string;
}

class ValidationCountsView extends OmitType(CheckCountsView, ['accepted', 'accepted_on', 'waiting']) {}

class ValidationManifestView {
  @ApiProperty() shape: string;
  @ApiProperty(maybeText) id: string | null;
  @ApiProperty() name: string;
  @ApiProperty() tagline: string;
  @ApiProperty() category: string;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty() contract_version: string;
  @ApiProperty() pricing: string;
  @ApiProperty({ type: [String] }) capabilities: readonly string[];
  @ApiProperty({ type: [String] }) permissions_requested: readonly string[];
}

/** One request that was sent to the Drive. */
class ProbeView {
  @ApiProperty() method: string;
  @ApiProperty({ description: 'Path and query as sent' }) path: string;
  @ApiProperty({ description: 'What was sent, in words' }) sent: string;
  @ApiProperty({ type: Number, nullable: true }) status: number | null;
  @ApiProperty({ ...maybeText, description: 'Why there was no answer' }) failure: string | null;
  @ApiProperty({ type: Number, nullable: true }) ms: number | null;
}

/** Validator result (contract), with everything that is wrong. */
export class ValidationView {
  @ApiProperty() ok: boolean;
  @ApiProperty() checks: ValidationChecksView;
  @ApiProperty({ type: [FindingView] }) findings: readonly FindingView[];
  @ApiProperty() engine: ValidationEngineView;
  @ApiProperty() counts: ValidationCountsView;
  @ApiProperty({ type: [String], description: 'Checks that broke, our fault' }) errored: readonly string[];
  @ApiProperty({ type: ValidationManifestView, nullable: true }) manifest: ValidationManifestView | null;
  @ApiProperty({ ...maybeText, description: 'SHA-256 of the canonical manifest' }) digest: string | null;
  @ApiProperty({ description: 'Address of the manifest' }) url: string;
  @ApiProperty(instant) validated_at: string;
  @ApiProperty({ description: 'Reached at `validated_at` for an earlier question about the same bytes' })
  cached: boolean;
  @ApiProperty({ description: 'Path at which this result can be opened again for 30 days' }) permalink: string;
  @ApiProperty({ type: [ProbeView], description: 'Every request that was sent, in order' })
  probes: readonly ProbeView[];
}

export function validationView({ id, url, validatedAt, report, probes, cached }: StoredValidation): ValidationView {
  return {
    ...report,
    url,
    validated_at: validatedAt.toISOString(),
    cached,
    permalink: `/validations/${id}`,
    probes,
  };
}

/** An accepted run that continues by itself. */
export class ValidationRunView {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ enum: ['queued', 'running'] }) state: RunningState;
  @ApiProperty({ description: 'Path at which the result can be opened once there is one, for 30 days' })
  permalink: string;
}

export const validationRunView = (id: string, state: RunningState): ValidationRunView => ({
  id,
  state,
  permalink: `/validations/${id}`,
});
