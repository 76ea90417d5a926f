import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One version of the settings of an install, without secrets; never changed. */
@Entity({ schema: 'installs', name: 'settings' })
export class SettingsEntity {
  @PrimaryColumn({ type: 'uuid' }) installId: string;
  @PrimaryColumn({ type: 'int' }) version: number;
  /** Whose form it was. */
  @Column({ type: 'uuid' }) revisionId: string;
  @Column({ type: 'jsonb' }) config: object;
  /** JSON pointers of the secrets that have a value. */
  @Column({ type: 'text', array: true, default: '{}' }) secrets: string[];
  /** Those that were written with this version. */
  @Column({ type: 'text', array: true, default: '{}' }) secretsWritten: string[];
  @Column({ type: 'text', nullable: true }) reason: string | null;
  /** Null: automatically, with an upgrade. */
  @Column({ type: 'uuid', nullable: true }) changedBy: string | null;
  @Column({ type: 'text', nullable: true }) changedByName: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) changedAt: Date;
}

@Entity({ schema: 'installs', name: 'setting_secrets' })
export class SettingSecretsEntity {
  @PrimaryColumn({ type: 'uuid' }) installId: string;
  /** JSON of the secrets by pointer. Sealed, bound to this row. */
  @Column({ type: 'text' }) sealed: string;
}

/** The newest settings of an install on their way to its Drive. */
@Entity({ schema: 'installs', name: 'config_updates' })
export class ConfigUpdateEntity {
  @PrimaryColumn({ type: 'uuid' }) installId: string;
  @Column({ type: 'int' }) settingsVersion: number;
  @Column({ type: 'int', default: 0 }) attempts: number;
  /** Null once the Drive has confirmed the version. */
  @Column({ type: 'timestamptz', nullable: true }) nextTryAt: Date | null;
  @Column({ type: 'text', nullable: true }) failure: string | null;
  @Column({ type: 'timestamptz', nullable: true }) confirmedAt: Date | null;
}
