import { ApiProperty, PickType } from '@portal/platform/description';
import { instant, maybeInstant, maybeText, maybeObject } from '@portal/platform/http';
import {
  GrantedPluginPermissionView,
  InstallPriceView,
  InstallView,
  UpgradeView,
} from '../install/read/installs.view.js';
import { FailingEndpointView } from '../polling/reading.view.js';

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
  @ApiProperty(maybeObject) config_schema: object | null;
  @ApiProperty({ type: InstallPriceView, nullable: true, description: 'Null: free, or there is none' })
  price: InstallPriceView | null;
}

/** An install as the host sees it. */
export class HostInstallView extends InstallView {
  @ApiProperty({ description: "The host's own id of the tenant" }) tenant_external_id: string;
  @ApiProperty({ description: "The host's own id of the venture" }) venture_external_id: string;
  @ApiProperty({ description: 'Who asked for it, or for whom the host did' }) operator_email: string;
}

export class PortfolioProblemView extends PickType(FailingEndpointView, ['endpoint', 'problem', 'status'] as const) {
  @ApiProperty(instant) failing_since: string;
}

const AS_OF_INSTALL = ['state', 'version', 'suspended_at', 'price'] as const;

/** How one Drive of a tenant is. */
export class HostPortfolioEntryView extends PickType(InstallView, AS_OF_INSTALL) {
  @ApiProperty() install_id: string;
  @ApiProperty({ description: 'Slug of the plugin' }) drive: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: "The host's own id of the venture" }) venture: string;
  @ApiProperty({ ...maybeObject, description: 'As the plugin last said' }) health: object | null;
  @ApiProperty({ ...maybeInstant, description: 'Since then nothing can be read' }) unreachable_since: string | null;
  @ApiProperty({ type: [PortfolioProblemView], description: 'Endpoints that cannot be read' })
  problems: PortfolioProblemView[];
  @ApiProperty({ description: 'Somebody has to decide: a call was tried to the end, or its token is refused' })
  attention: boolean;
  @ApiProperty({ description: 'A newer version waits for an answer' }) upgrade_available: boolean;
}

const AS_OF_UPGRADE = ['from_version', 'to_version', 'reasons', 'opened_at'] as const;

/** An upgrade that waits for an answer. */
export class HostUpgradeView extends PickType(UpgradeView, AS_OF_UPGRADE) {
  @ApiProperty() install_id: string;
  @ApiProperty({ description: "The host's own id of the tenant" }) tenant_external_id: string;
  @ApiProperty({ description: "The host's own id of the venture" }) venture_external_id: string;
  @ApiProperty({ description: 'Slug of the plugin' }) drive: string;
  @ApiProperty({ enum: ['consent', 'blocked'], description: 'blocked: it cannot be accepted yet' }) outcome: string;
  @ApiProperty({ ...maybeInstant, description: 'When the operators are reminded next; null: they are not' })
  remind_at: string | null;
}
