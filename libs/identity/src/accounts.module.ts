import { Module } from '@nestjs/common';
import { ApiTokensRepository } from './api-tokens/api-tokens.repository.js';
import { Identity } from './identity.js';
import { AccountMails } from './notifications/account-mails.js';
import { EndAccess } from './people/end-access.js';
import { GrantsRepository } from './people/grants.repository.js';
import { MailedLinksRepository } from './people/mailed-links.repository.js';
import { StaffLinksRepository } from './people/staff-links.repository.js';
import { UsersRepository } from './people/users.repository.js';
import { SecondFactorsRepository } from './second-factor/second-factors.repository.js';
import { ExternalLoginsRepository } from './sign-in/external-logins.repository.js';
import { LinkLogin } from './sign-in/link-login.js';
import { SessionsRepository } from './sessions/sessions.repository.js';

const providers = [
  AccountMails,
  ApiTokensRepository,
  EndAccess,
  ExternalLoginsRepository,
  GrantsRepository,
  Identity,
  LinkLogin,
  MailedLinksRepository,
  SecondFactorsRepository,
  SessionsRepository,
  StaffLinksRepository,
  UsersRepository,
];

/** What is stored about an account, and how it ends. The features share it, and none of them needs another for it. */
@Module({
  providers,
  exports: providers,
})
export class IdentityAccountsModule {}
