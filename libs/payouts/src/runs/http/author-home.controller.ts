import { Query } from '@nestjs/common';
import {
  capabilitiesOf,
  CurrentActor,
  MemberMay,
  requireScope,
  RequireRole,
  type Actor,
} from '@portal/platform/access';
import { bypassRowSecurityFor } from '@portal/platform/database';
import { ApiController, GetData, GetPage, PageQuery } from '@portal/platform/http';
import { AuthorHome } from '../read/author-home.js';
import { UnpaidNotes } from '../read/unpaid-notes.js';
import { Unpaid } from '../read/unpaid.js';
import { AuthorHomeView } from './author-home.view.js';
import { UnpaidListView, UnpaidNoteView } from './payouts.view.js';

@ApiController('author money', 'api/v1/author')
@RequireRole('author')
export class AuthorHomeController {
  constructor(
    private readonly unpaid: Unpaid,
    private readonly home: AuthorHome,
    private readonly notes: UnpaidNotes,
  ) {}

  /** Get your home. Your Drives and their health, installs of twelve months, and the running month by currency. */
  @GetData('home', AuthorHomeView)
  getHome(@CurrentActor() actor: Actor) {
    const orgId = requireScope(actor, 'author');
    const { member = 'read_only' } = actor.roles.find(({ scopeId }) => scopeId === orgId)!;
    return bypassRowSecurityFor(orgId, () => this.home.of(orgId, capabilitiesOf(member).includes('see_money')));
  }

  /** List what has not been paid to you. By currency: every amount with its reason and when it is expected. */
  @GetData('unpaid', UnpaidListView)
  @MemberMay('see_money')
  async get(@CurrentActor() actor: Actor) {
    const orgId = requireScope(actor, 'author');
    return { items: await bypassRowSecurityFor(orgId, () => this.unpaid.of(orgId)) };
  }

  /** List why you were not paid. Every pay day on which something was not paid, with all reasons at once, newest first. */
  @GetPage('unpaid/history', UnpaidNoteView)
  @MemberMay('see_money')
  history(@Query() query: PageQuery, @CurrentActor() actor: Actor) {
    const orgId = requireScope(actor, 'author');
    return bypassRowSecurityFor(orgId, () => this.notes.list({ orgId }, query));
  }
}
