import { contractVersionPhase, type ContractVersion } from '@portal/contract';
import { ApiProperty } from '@portal/platform/description';
import { maybeInstant, instant, IsInstant } from '@portal/platform/http';

const PHASES = ['draft', 'current', 'deprecated', 'sunset'] as const;
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** A version of the contract and its dates. */
export class ContractVersionView {
  @ApiProperty({ description: 'Major number' }) major: number;
  @ApiProperty({ description: 'contract_version of a flat manifest' }) flat: string;
  @ApiProperty({ description: 'contract_version of a structured manifest' }) structured: string;
  @ApiProperty({ description: 'schema_version of a structured manifest' }) schema_version: number;
  @ApiProperty({ enum: PHASES, description: 'deprecated: it ends; sunset: manifests of it are refused' })
  phase: (typeof PHASES)[number];
  @ApiProperty({ ...maybeInstant, description: 'Null: a draft, or the first version' }) released_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'A successor is the one to write for from then on' })
  deprecated_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'At least six months after it was deprecated' })
  sunset_at: string | null;
}

/** Served since there is a portal; its row has a date before that, which is not the day on which it was published. */
const FIRST = 1;

export const contractVersionView = (version: ContractVersion, nowMs: number): ContractVersionView => ({
  major: version.major,
  flat: version.spelling.flat,
  structured: version.spelling.structured,
  schema_version: version.schemaVersion,
  phase: contractVersionPhase(version, nowMs),
  released_at: version.major === FIRST ? null : iso(version.releasedAt),
  deprecated_at: iso(version.deprecatedAt),
  sunset_at: iso(version.sunsetAt),
});

export class AnnounceSunsetBody {
  @ApiProperty({ ...instant, description: 'Not in the past; stays once it is announced' })
  @IsInstant()
  deprecated_at: string;
  @ApiProperty({ ...instant, description: 'At least six months later; can be moved later again' })
  @IsInstant()
  sunset_at: string;
}
