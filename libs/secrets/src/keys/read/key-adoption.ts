import { Injectable, Optional } from '@nestjs/common';
import { keyState, previousStillNeeded } from '../domain/rotation.js';
import { InstallDirectory } from '../../install-directory.js';
import type { KeyScope } from '../key-view.js';
import { AdoptionRepository } from '../adoption.repository.js';
import { RingsRepository } from '../rings.repository.js';
import { SigningKeysRepository } from '../signing-keys.repository.js';

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

/** How many installs of a Drive use its newest key, according to live traffic. */
@Injectable()
export class KeyAdoption {
  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly rings: RingsRepository,
    private readonly adoption: AdoptionRepository,
    @Optional() private readonly directory?: InstallDirectory,
  ) {}

  async execute(driveId: string): Promise<Adoption> {
    const [keys, scope, uses, installs] = await Promise.all([
      this.keys.ofOwner('drive', driveId),
      this.rings.scopeOf(driveId),
      this.adoption.ofDrive(driveId),
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
}
