import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText, Words } from '@portal/platform/http';

const lines: { type: [StringConstructor]; nullable: true } = { type: [String], nullable: true };

export class ObjectionBody {
  @Words(10, 2_000, 'The author and the platform read it') reason: string;
}

/** A change of the subprocessors of a Drive that a tenant was notified of. */
export class SubprocessorNoticeView {
  @ApiProperty() id: string;
  @ApiProperty(instant) noticed_at: string;
  @ApiProperty({ ...instant, description: 'An objection is taken until then' }) object_until: string;
  @ApiProperty() may_object: boolean;
  @ApiProperty(maybeInstant) objected_at: string | null;
  @ApiProperty({ ...maybeText, description: 'The reason of the objection' }) objection: string | null;
  @ApiProperty({ ...lines, description: 'Lines that are new; null: the earlier list was not kept' }) added:
    string[] | null;
  @ApiProperty({ ...lines, description: 'Lines that are gone' }) removed: string[] | null;
}

/** As its author may know it: tenants by id. */
export class AuthorSubprocessorNoticeView extends SubprocessorNoticeView {
  @ApiProperty({ description: 'As sent to the Drive in the install request' }) tenant_id: string;
}

export class HostSubprocessorNoticeView extends SubprocessorNoticeView {
  @ApiProperty({ description: "The host's own id of the tenant" }) tenant: string;
  @ApiProperty() tenant_name: string;
  @ApiProperty({ description: 'Slug of the plugin' }) drive: string;
}
