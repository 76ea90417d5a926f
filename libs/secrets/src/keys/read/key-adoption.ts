import { Injectable, Optional } from '@nestjs/common';
import { keyState, previousStillNeeded } from '../domain/rotation.js';
import { InstallDirectory } from '../../install-directory.js';
import type { KeyScope } from '../key-view.js';
import { AdoptionRepository } from '../adoption.repository.js';
import { RingsRepository } from '../rings.repository.js';
import { SigningKeysRepository } from '../signing-keys.repository.js';

export interface Adoption {
  readonly scope: KeyScope;
  /** The older of two valid keys, while there is one; null for a first-party Drive, which its admins look after. */
  readonly overlap: {
    readonly version: number;
    readonly endsAt: Date;
    /** True while the Drive would lose calls without it, as far as traffic shows. */
    readonly stillNeeded: boolean;
  } | null;
  /** Running installs, and the key their calls were last accepted under; null before the first call. */
  readonly installs: readonly {
    readonly installId: string;
    readonly lastAccepted: { readonly scope: KeyScope; readonly version: number; readonly at: Date } | null;
  }[];
}

/** How far a Drive has adopted its newest key, according to live traffic. */
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
