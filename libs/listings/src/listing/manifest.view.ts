import { ApiProperty } from '@portal/platform/description';
import { PERMISSION_LEVELS, type ManifestChange, type PermissionLevel, type PermissionText } from '@portal/contract';
import { ANY_JSON, maybeText } from '@portal/platform/http';

/** A permission in plain words. */
export class PermissionView {
  @ApiProperty() name: string;
  @ApiProperty({ description: 'What it lets the Drive do, one sentence' }) text: string;
  @ApiProperty({ description: 'False when the host gives the name no meaning' }) known: boolean;
  @ApiProperty({ description: 'Whose or which data it concerns' }) data: string;
  @ApiProperty({ description: 'What does not work without it' }) without: string;
  @ApiProperty({ enum: PERMISSION_LEVELS, description: 'How sensitive what it allows is' }) level: PermissionLevel;
}

/** One difference between two manifests. */
export class ChangeView {
  @ApiProperty({ description: 'Stable name, e.g. permission_added' }) kind: string;
  @ApiProperty({ enum: ['cosmetic', 'additive', 'consent', 'commercial', 'compliance', 'breaking'] }) level: string;
  @ApiProperty({ description: 'JSON pointer into the manifest' }) pointer: string;
  @ApiProperty({ description: 'The change in one plain sentence' }) sentence: string;
  @ApiProperty({ ...ANY_JSON, description: 'As the manifest had it, null where it said nothing' }) from: unknown;
  @ApiProperty({ ...ANY_JSON, description: 'As the manifest has it now, null where it says nothing' }) to: unknown;
}

export class QuotaView {
  @ApiProperty() unit: string;
  @ApiProperty() limit: number;
  @ApiProperty({ enum: ['block', 'meter'] }) overage_policy: string;
}

/** The author's claims about regulated data, without evidence, which only reviewers read. */
export class ComplianceClaimsView {
  @ApiProperty({ type: [String] }) frameworks: string[];
  @ApiProperty({ type: [String] }) data_classes: string[];
  @ApiProperty({ type: [String] }) data_residency: string[];
  @ApiProperty() baa_required: boolean;
  @ApiProperty(maybeText) subprocessors_url: string | null;
}

export const permissionView = ({ name, text, known, data, without, level }: PermissionText): PermissionView => ({
  name,
  text,
  known,
  data,
  without,
  level,
});

export const changeView = (change: ManifestChange): ChangeView => ({
  ...change,
  from: change.from ?? null,
  to: change.to ?? null,
});
