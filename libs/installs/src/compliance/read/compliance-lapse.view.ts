import { ApiProperty } from '@portal/platform/description';
import { claimText } from '@portal/listings';
import { instant, maybeInstant } from '@portal/platform/http';
import { COMPLIANCE_GAPS, type ComplianceGap } from '../../tenants/domain/tenant-compliance.js';
import {
  LAPSE_ACTIONS,
  LAPSE_ACTORS,
  whoMustAct,
  type LapseAction,
  type LapseActor,
} from '../domain/compliance-lapse.js';

/** A requirement of a running install that is no longer met. */
export class ComplianceLapseView {
  @ApiProperty({
    enum: COMPLIANCE_GAPS,
    description: 'What is missing: the code with which an install would be refused',
  })
  gap: ComplianceGap;
  @ApiProperty({ type: [String], description: 'Of claims_unproven: what reviewers have not accepted, in words' })
  claims: string[];
  @ApiProperty(instant) since: string;
  @ApiProperty({ enum: LAPSE_ACTORS, description: 'Who can restore compliance' }) must_act: LapseActor;
  @ApiProperty({ enum: LAPSE_ACTIONS, description: 'What the policy does; pinned when it was noticed' })
  action: LapseAction;
  @ApiProperty({ ...maybeInstant, description: 'When it is paused or removed, unless it complies again; null: never' })
  acts_at: string | null;
  @ApiProperty({ ...maybeInstant, description: 'When that was done' }) acted_at: string | null;
}

/** A lapse as the host sees it. */
export class HostComplianceLapseView extends ComplianceLapseView {
  @ApiProperty() install_id: string;
  @ApiProperty({ description: 'Slug of the plugin' }) drive: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: "The host's own id of the tenant" }) tenant: string;
  @ApiProperty() tenant_name: string;
  @ApiProperty({ description: "The host's own id of the venture" }) venture: string;
  @ApiProperty() venture_name: string;
}

/** As JSON has it. */
export type LapseRow = Omit<ComplianceLapseView, 'must_act'>;

const iso = (at: string): string => new Date(at).toISOString();

export const lapseView = (row: LapseRow): ComplianceLapseView => ({
  gap: row.gap,
  claims: row.claims.map(claimText),
  since: iso(row.since),
  must_act: whoMustAct(row.gap),
  action: row.action,
  acts_at: row.acts_at && iso(row.acts_at),
  acted_at: row.acted_at && iso(row.acted_at),
});
