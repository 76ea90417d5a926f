import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { UsersRepository } from '../people/users.repository.js';

/** Creates the account of a confirmed address with the owner's name and password. */
@Injectable()
export class OpenAccount {
  constructor(private readonly users: UsersRepository) {}

  /** The person's id; undefined when the address already has an account. */
  async execute(tx: Tx, owner: { email: string; name: string; passwordHash: string }): Promise<string | undefined> {
    const userId = await this.users.open(tx, owner);
    if (userId === undefined) return undefined;
    await tx.audit({ ...SYSTEM_ACTOR, kind: 'user', userId, name: owner.name }, 'user.signed_up', ['user', userId]);
    return userId;
  }
}
