import { ApiProperty } from '@portal/platform/description';
import { instant, maybeInstant, maybeText, anyObject, maybeObject } from '@portal/platform/http';

/** One field that a version changed. */
export class SettingChangeView {
  @ApiProperty({ description: 'JSON pointer into the settings' }) pointer: string;
  @ApiProperty({ ...maybeText, description: 'JSON; null: nothing was there, or it is secret' }) before: string | null;
  @ApiProperty({ ...maybeText, description: 'JSON; null: nothing is there now, or it is secret' }) after: string | null;
  @ApiProperty({ description: 'Its values are never shown' }) secret: boolean;
}

export class SettingsVersionView {
  @ApiProperty() version: number;
  @ApiProperty(instant) changed_at: string;
  @ApiProperty({ ...maybeText, description: 'Null: by itself, with an upgrade' }) changed_by: string | null;
  @ApiProperty(maybeText) reason: string | null;
  @ApiProperty({ ...maybeText, description: 'Version of the plugin that it is for' }) plugin_version: string | null;
  @ApiProperty({ type: [SettingChangeView], description: 'Against the version before' }) changes: SettingChangeView[];
}

/** The newest settings on their way to the plugin. */
class SettingsDeliveryView {
  @ApiProperty() version: number;
  @ApiProperty({ description: 'Calls that were made' }) attempts: number;
  @ApiProperty({ ...maybeInstant, description: 'Null: confirmed' }) next_try_at: string | null;
  @ApiProperty({ ...maybeText, description: 'Why the last call did not confirm it' }) failure: string | null;
  @ApiProperty(maybeInstant) confirmed_at: string | null;
}

export class InstallSettingsView {
  @ApiProperty() install_id: string;
  @ApiProperty({ description: 'Sent with a change, so that a change made in between is detected' }) version: number;
  @ApiProperty({
    ...maybeObject,
    description: 'JSON Schema of the form, fields in the order of the author; null: the plugin has no settings',
  })
  config_schema: object | null;
  @ApiProperty({ ...anyObject, description: 'Without secrets' }) config: object;
  @ApiProperty({ type: [String], description: 'JSON pointers of the secrets that have a value' }) secrets: string[];
  @ApiProperty({ description: 'False: the plugin reads its settings at installation only' }) notifies_plugin: boolean;
  @ApiProperty({ type: SettingsDeliveryView, nullable: true, description: 'Null: nothing had to be sent yet' })
  delivery: SettingsDeliveryView | null;
  @ApiProperty({ type: [SettingsVersionView], description: 'The newest 50, newest first' })
  versions: SettingsVersionView[];
}

class MissingSettingView {
  @ApiProperty({ description: 'JSON pointer into the settings' }) pointer: string;
  @ApiProperty() message: string;
}

/** Settings under the form of a version that is offered. */
export class UpgradeSettingsView {
  @ApiProperty({ description: 'Of the settings; sent with them' }) version: number;
  @ApiProperty({ ...anyObject, description: 'Form of the version that is offered' }) config_schema: object;
  @ApiProperty({ ...anyObject, description: 'What is there already, without secrets' }) config: object;
  @ApiProperty({ type: [String], description: 'JSON pointers of the secrets that have a value' }) secrets: string[];
  @ApiProperty({ type: [MissingSettingView], description: 'What has to be entered to accept the upgrade' })
  missing: MissingSettingView[];
}
