import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { SigningKeys, type IssuedKey, type KeyView, type RotationMode } from '@portal/secrets';

const FLEET = { fleet: true } as const;

/** The key shared by all first-party Drives. For admins. */
@Injectable()
export class ManageFleetKeys {
  constructor(
    private readonly transactor: Transactor,
    private readonly keys: SigningKeys,
  ) {}

  list(): Promise<KeyView[]> {
    return this.keys.list(FLEET);
  }

  issue(actor: Actor): Promise<{ issued: IssuedKey; keys: KeyView[] }> {
    return this.show((tx) => this.keys.issue(tx, { ...FLEET, actor }));
  }

  rotate(actor: Actor, how: { mode: RotationMode; force: boolean; reason: string }) {
    return this.show((tx) => this.keys.rotate(tx, { ...FLEET, actor, ...how }));
  }

  async end(actor: Actor, how: { keyId: string; reason: string }): Promise<KeyView[]> {
    await this.transactor.run((tx) => this.keys.end(tx, { ...FLEET, actor, ...how }));
    return this.list();
  }

  private async show(work: (tx: Tx) => Promise<IssuedKey>): Promise<{ issued: IssuedKey; keys: KeyView[] }> {
    const issued = await this.transactor.run(work);
    return { issued, keys: await this.list() };
  }
}
