import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { sha256Hex } from '@portal/platform/crypto';
import { authorsErrors } from '../errors.js';
import { InvitationsRepository, type InvitationPreview } from './invitations.repository.js';

/** What an invitation is about, for anyone with its token, before they sign in or have an account. */
@Injectable()
export class PreviewInvitation {
  constructor(private readonly invitations: InvitationsRepository) {}

  /** @throws AppError `invitation_not_valid` (404) */
  async execute(token: string): Promise<InvitationPreview> {
    const found = await this.invitations.preview(sha256Hex(token));
    if (!found) throw new AppError(authorsErrors.invitation_not_valid);
    return found;
  }
}
