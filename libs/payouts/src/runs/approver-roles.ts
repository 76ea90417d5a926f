import { Injectable } from '@nestjs/common';
import { Identity } from '@portal/identity';

/** Whether those who approved a run may still do so. */
@Injectable()
export class ApproverRoles {
  constructor(private readonly identity: Identity) {}

  /** Everybody who has the role now; asked just before a run executes. */
  async holders(): Promise<(userId: string) => boolean> {
    const finance = new Set((await this.identity.usersWith('finance')).map((person) => person.id));
    return (userId) => finance.has(userId);
  }
}
