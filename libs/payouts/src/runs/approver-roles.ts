import { Injectable } from '@nestjs/common';
import { Identity } from '@portal/identity';

/** Checks that the approvers of a run still have their role. */
@Injectable()
export class ApproverRoles {
  constructor(private readonly identity: Identity) {}

  /** Users who have the role now; read just before a run executes. */
  async holders(): Promise<(userId: string) => boolean> {
    const finance = new Set((await this.identity.usersWith('finance')).map((person) => person.id));
    return (userId) => finance.has(userId);
  }
}
