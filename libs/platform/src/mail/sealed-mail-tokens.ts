import { Injectable } from '@nestjs/common';
import { SealedStore } from '../crypto/sealed-store.js';
import { mailSeal } from './mailed-token.js';

/** The encrypted tokens of unsent mails, for the rotation of key-encryption keys. */
@Injectable()
export class SealedMailTokens extends SealedStore {
  readonly name = 'platform.mail_messages.sealed_token';
  protected readonly contextOf = mailSeal;
}
