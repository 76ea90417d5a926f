import { Injectable, Optional } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { InstallDirectory } from '../install-directory.js';
import { AdoptionRepository } from './adoption.repository.js';
import { keyState, previousStillNeeded } from './domain/rotation.js';
import type { KeyOwner, KeyScope, KeyView } from './key-view.js';
import { RingsRepository } from './rings.repository.js';
import { SigningKeysRepository } from './signing-keys.repository.js';

export interface Adoption {
  readonly scope: KeyScope;
  /** The older of two valid keys; null when there is only one, and for first-party Drives, whose keys admins manage. */
  readonly overlap: {
    readonly version: number;
    readonly endsAt: Date;
    /** True while the Drive would refuse calls without it, judging by traffic. */
    readonly stillNeeded: boolean;
  } | null;
  /** Running installs with the key of their last accepted call; null before the first call. */
  readonly installs: readonly {
    readonly installId: string;
    readonly lastAccepted: { readonly scope: KeyScope; readonly version: number; readonly at: Date } | null;
  }[];
}

/** One change of the keys of a Drive, from the audit log. */
export interface KeyChange {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly actor: string;
  /** `v` and the version. */
  readonly label: string | null;
  readonly fingerprint: string | null;
  readonly forced: boolean;
  readonly reason: string | null;
}

/** What is known of keys, for other features: the keys themselves, who accepts them, and their changes. */
@Injectable()
export class KeyQueries {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeysRepository,
    private readonly rings: RingsRepository,
    private readonly uses: AdoptionRepository,
    @Optional() private readonly directory?: InstallDirectory,
  ) {}

  /** All keys of an owner, including ended ones, newest first, without secrets. */
  async list(owner: KeyOwner): Promise<KeyView[]> {
    const ring = await this.rings.find(owner);
    const rows = ring ? await this.keys.ofOwner(ring.scope, ring.ownerId) : [];
    return rows.map(({ id, now, ...key }) => ({ keyId: id, ...key, state: keyState(key, now) }));
  }

  drivesWithKeys(driveIds: readonly string[]): Promise<number> {
    return this.keys.drivesWithKeys(driveIds);
  }

  /** Which key the running installs of a Drive accept, according to live traffic. */
  async adoption(driveId: string): Promise<Adoption> {
    const [keys, scope, uses, installs] = await Promise.all([
      this.keys.ofOwner('drive', driveId),
      this.rings.scopeOf(driveId),
      this.uses.ofDrive(driveId),
      this.directory?.activeOf(driveId) ?? [],
    ]);
    const [newest] = keys;
    const previous = keys.find((key) => keyState(key, key.now) === 'retiring');
    const used = new Map(uses.map((use) => [use.installId, use]));
    return {
      scope,
      overlap:
        scope !== 'fleet' && newest && previous?.notAfter
          ? {
              version: previous.version,
              endsAt: previous.notAfter,
              stillNeeded: previousStillNeeded(newest, previous, newest.now),
            }
          : null,
      installs: installs.map(({ installId }) => {
        const use = used.get(installId);
        return {
          installId,
          lastAccepted: use ? { scope: use.scope, version: use.version, at: use.lastUsedAt } : null,
        };
      }),
    };
  }

  /** Changes of the keys of a Drive, newest first. */
  history(driveId: string, limit: number): Promise<KeyChange[]> {
    return this.database.query<KeyChange>(
      `select id, at, action, actor_name as actor, 'v' || (after->>'version') as label, after->>'fingerprint' as fingerprint,
         coalesce((after->>'forced')::boolean, false) as forced, reason
       from platform.audit_log
       where subject_type = 'drive' and subject_id = $1 and action like 'signing\\_key.%' and action <> 'signing_key.rehearsed'
       order by at desc, id desc limit $2`,
      [driveId, limit],
    );
  }
}
