import { ApiProperty, OmitType } from '@portal/platform/description';
import { instant, maybeInstant, maybeText, maybeNumber } from '@portal/platform/http';
import { REJECTIONS, type Rejection } from './domain/judge-row.js';
import { READ_ENDPOINTS, READING_PROBLEMS, type ReadEndpoint, type ReadingProblem } from './domain/reading.js';

/** How reading one endpoint of an install goes. */
export class EndpointReadingView {
  @ApiProperty({ enum: READ_ENDPOINTS }) endpoint: ReadEndpoint;
  @ApiProperty({ enum: READING_PROBLEMS, nullable: true, description: 'Null: the last answer was good' })
  problem: ReadingProblem | null;
  @ApiProperty({ ...maybeNumber, description: 'HTTP status, where that is the problem' }) status: number | null;
  @ApiProperty({ ...maybeInstant, description: 'Of the first failure in a row' }) failing_since: string | null;
  @ApiProperty(instant) read_at: string;
  @ApiProperty({ ...maybeInstant, description: 'Null: not any more' }) next_at: string | null;
}

/** Rows of events answers that do not count, by the reason. */
class RejectedCountView {
  @ApiProperty({ enum: REJECTIONS }) reason: Rejection;
  @ApiProperty({ description: 'How many; one that is answered again and not among the newest 100 counts again' })
  events: number;
  @ApiProperty(instant) last_at: string;
}

/** Events of an install on one day (UTC), and how many are stored. */
export class EventQuotaView {
  @ApiProperty({ format: 'date', description: 'UTC' }) day: string;
  @ApiProperty({ description: 'How many are stored per day; once it is reached, events are read on the next day' })
  quota: number;
  @ApiProperty() stored: number;
  @ApiProperty({ description: 'How many more were only counted' }) not_stored: number;
}

class InstallQuotaView extends EventQuotaView {
  @ApiProperty() install_id: string;
}

export class InstallReadingView {
  @ApiProperty({ type: [EndpointReadingView], description: 'Of what the manifest lists; health always' })
  endpoints: EndpointReadingView[];
  @ApiProperty({ type: [RejectedCountView] }) rejected: RejectedCountView[];
  @ApiProperty({ type: EventQuotaView, description: 'Today' }) event_quota: EventQuotaView;
}

/** A row that does not count, as the operator of its install may see it. */
export class RejectedEventView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: REJECTIONS }) reason: Rejection;
  @ApiProperty(maybeText) kind: string | null;
  @ApiProperty({ ...maybeText, description: "The plugin's own id of the event" }) event_id: string | null;
  @ApiProperty({
    ...maybeText,
    description: 'As it came, at most 16 KiB; base64: where it is not UTF-8. Null unless it is surely of this install',
  })
  content: string | null;
  @ApiProperty(instant) seen_at: string;
}

/** Installs whose endpoint cannot be read, by the reason. */
export class FailingEndpointView {
  @ApiProperty({ enum: READ_ENDPOINTS }) endpoint: ReadEndpoint;
  @ApiProperty({ enum: READING_PROBLEMS }) problem: ReadingProblem;
  @ApiProperty({ ...maybeNumber, description: 'HTTP status, where that is the problem' }) status: number | null;
  @ApiProperty() installs: number;
  @ApiProperty({ ...instant, description: 'Of the install that fails longest' }) since: string;
}

class AuthorRejectedCountView extends RejectedCountView {
  @ApiProperty({ description: 'Of how many installs' }) installs: number;
}

export class DriveReadingView {
  @ApiProperty({
    ...maybeInstant,
    description:
      "Every install gets the same events, whatever its token; rows that name no install are no tenant's then",
  })
  events_shared_since: string | null;
  @ApiProperty({ type: [FailingEndpointView] }) failing: FailingEndpointView[];
  @ApiProperty({ type: [AuthorRejectedCountView] }) rejected: AuthorRejectedCountView[];
  @ApiProperty({
    type: [InstallQuotaView],
    description: 'Running installs that reached their quota on the latest day with events; the latest 100',
  })
  over_quota: InstallQuotaView[];
}

/** A row that does not count, as the author of the Drive may see it. */
export class AuthorRejectedEventView extends OmitType(RejectedEventView, ['event_id', 'content'] as const) {
  @ApiProperty() install_id: string;
  @ApiProperty({ ...maybeText, description: "The Drive's own id of the event" }) event_id: string | null;
  @ApiProperty({ description: 'What is wrong with it, and where' }) detail: string;
  @ApiProperty({
    ...maybeText,
    description: 'As it came, as for the operator; only of a row that names no install or cannot be read',
  })
  content: string | null;
}

export class RefreshView {
  @ApiProperty() reachable: boolean;
  @ApiProperty() events_new: number;
  @ApiProperty(maybeText) problem: string | null;
}
