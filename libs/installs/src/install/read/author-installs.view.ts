import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText } from '@portal/platform/http';
import { INSTALL_STATES, PROMPT_STATES, type InstallState, type PromptState } from '../domain/install-state.js';
import { SignedCallsView } from './signed-calls.view.js';

class AuthorPromptView {
  @ApiProperty({ enum: PROMPT_STATES.states }) state: PromptState;
  @ApiProperty({ ...maybeText, description: 'That it offers' }) version: string | null;
  @ApiProperty({ ...instant, description: 'Opened, or answered' }) since: string;
}

/** An install as the author of the Drive may know it: without names, people, settings and grants. */
export class AuthorInstallView extends SignedCallsView {
  @ApiProperty() install_id: string;
  @ApiProperty({ description: 'As sent to the Drive in the install request' }) tenant_id: string;
  @ApiProperty({ description: 'As sent to the Drive in the install request' }) venture_id: string;
  @ApiProperty({ ...maybeText, description: 'As the Drive answered' }) drive_install_id: string | null;
  @ApiProperty({ enum: INSTALL_STATES.states }) state: InstallState;
  @ApiProperty() revision_id: string;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty({ description: 'Pinned price per month, minor units; 0: free' }) amount_minor: string;
  @ApiProperty(maybeText) currency: string | null;
  @ApiProperty({ ...instant, description: 'Active since; requested at, when it never was' }) since: string;
  @ApiProperty(maybeInstant) ended_at: string | null;
  @ApiProperty({ type: AuthorPromptView, nullable: true, description: 'The newest that is open or was answered' })
  prompt: AuthorPromptView | null;
  @ApiProperty({ ...maybeInstant, description: 'Last call for health and metrics' }) last_asked_at: string | null;
  @ApiProperty({ ...maybeText, description: 'Why it could not be installed' }) failure: string | null;
  @ApiProperty({ ...maybeInstant, description: 'Since then its token is refused' }) token_refused_at: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: ['pending', 'refused', 'accepted', 'unanswered'],
    description: 'What a call with its token showed after the removal',
  })
  token_proof: string | null;
  @ApiProperty({ ...maybeText, description: 'Why the mount_url of its answer is not opened' })
  cannot_open: string | null;
}

class VersionInstallsView {
  @ApiProperty() revision_id: string;
  @ApiProperty(maybeText) version: string | null;
  @ApiProperty() running: number;
  @ApiProperty({ description: 'Of those running: an operator has not decided on a newer version' }) waiting: number;
}

export class AuthorInstallCountsView {
  @ApiProperty() running: number;
  @ApiProperty({ description: 'Being installed or removed' }) moving: number;
  @ApiProperty() ended: number;
  @ApiProperty({ description: 'Never became active' }) failed: number;
  @ApiProperty({ description: 'Of those running' }) unreachable: number;
  @ApiProperty({ description: 'Of those running: with an open upgrade prompt' }) waiting: number;
  @ApiProperty() recent_days: number;
  @ApiProperty() new_recent: number;
  @ApiProperty() ended_recent: number;
  @ApiProperty({ type: [VersionInstallsView], description: 'Newest install first' }) versions: VersionInstallsView[];
}
