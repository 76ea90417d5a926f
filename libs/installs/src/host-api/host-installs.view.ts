import { ApiProperty } from '@nestjs/swagger';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { INSTALL_STATES, type InstallState } from '../install/domain/install-state.js';
import { GrantedPluginPermissionView, InstallPriceView, InstallView } from '../install/read/installs.view.js';
import { READ_ENDPOINTS, READING_PROBLEMS, type ReadEndpoint, type ReadingProblem } from '../polling/domain/reading.js';

class HostRefusalDetailView {
  @ApiProperty() pointer: string;
  @ApiProperty() code: string;
  @ApiProperty() message: string;
}

/** A gate that an install would not pass. */
class HostRefusalView {
  @ApiProperty({ description: 'The code with which the install would be refused, see docs/errors.md' }) code: string;
  @ApiProperty() message: string;
  @ApiProperty({ type: [HostRefusalDetailView], description: 'For claims_unproven: the claims' })
  details: HostRefusalDetailView[];
}

export class HostPreflightView {
  @ApiProperty({ description: 'True when nothing prevents an install' }) installable: boolean;
  @ApiProperty({
    type: [HostRefusalView],
    description: 'In the order in which an install is refused: plugin_not_found comes alone, the others together',
  })
  refusals: HostRefusalView[];
  @ApiProperty({ ...maybeText, description: 'What an install agrees to; null: plugin_not_found' })
  digest: string | null;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty({ type: [GrantedPluginPermissionView], description: 'All of them have to be granted' })
  permissions: GrantedPluginPermissionView[];
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) config_schema: object | null;
  @ApiProperty({ type: InstallPriceView, nullable: true, description: 'Null: free, or there is none' })
  price: InstallPriceView | null;
}

/** An install as the host sees it. */
export class HostInstallView extends InstallView {
  @ApiProperty({ description: "The host's own id of the tenant" }) tenant_external_id: string;
  @ApiProperty({ description: "The host's own id of the venture" }) venture_external_id: string;
  @ApiProperty({ description: 'Who asked for it, or for whom the host did' }) operator_email: string;
}

export class PortfolioProblemView {
  @ApiProperty({ enum: READ_ENDPOINTS }) endpoint: ReadEndpoint;
  @ApiProperty({ enum: READING_PROBLEMS }) problem: ReadingProblem;
  @ApiProperty({ type: Number, nullable: true, description: 'HTTP status, where that is the problem' })
  status: number | null;
  @ApiProperty(instant) failing_since: string;
}

/** How one Drive of a tenant is. */
export class HostPortfolioEntryView {
  @ApiProperty() install_id: string;
  @ApiProperty({ description: 'Slug of the plugin' }) drive: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: "The host's own id of the venture" }) venture: string;
  @ApiProperty({ enum: INSTALL_STATES.states }) state: InstallState;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, description: 'As the plugin last said' })
  health: object | null;
  @ApiProperty({ ...maybeInstant, description: 'Since then nothing can be read' }) unreachable_since: string | null;
  @ApiProperty({ type: [PortfolioProblemView], description: 'Endpoints that cannot be read' })
  problems: PortfolioProblemView[];
  @ApiProperty({ description: 'Somebody has to decide: a call was tried to the end, or its token is refused' })
  attention: boolean;
  @ApiProperty({ description: 'A newer version waits for an answer' }) upgrade_available: boolean;
  @ApiProperty({ ...maybeInstant, description: 'Suspended: an invoice is unpaid' }) suspended_at: string | null;
  @ApiProperty({ type: InstallPriceView, nullable: true, description: 'Null: we charge nothing for it' })
  price: InstallPriceView | null;
}

/** An upgrade that waits for an answer. */
export class HostUpgradeView {
  @ApiProperty() install_id: string;
  @ApiProperty({ description: "The host's own id of the tenant" }) tenant_external_id: string;
  @ApiProperty({ description: "The host's own id of the venture" }) venture_external_id: string;
  @ApiProperty({ description: 'Slug of the plugin' }) drive: string;
  @ApiProperty(maybeText) from_version: string | null;
  @ApiProperty(maybeText) to_version: string | null;
  @ApiProperty({ enum: ['consent', 'blocked'], description: 'blocked: it cannot be accepted yet' }) outcome: string;
  @ApiProperty({ type: [String], description: 'Why a person must decide, or why nobody can' }) reasons: string[];
  @ApiProperty(instant) opened_at: string;
  @ApiProperty({ ...maybeInstant, description: 'When the operators are reminded next; null: they are not' })
  remind_at: string | null;
}
