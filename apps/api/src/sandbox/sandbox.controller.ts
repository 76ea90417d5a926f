import { Body, Param, Query } from '@nestjs/common';
import { AppError, Clock, commonErrors, decodeCursor, toPage } from '@portal/kernel';
import { CurrentActor, SignedIn, type Actor, BypassRowSecurity } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { SealedBox } from '@portal/platform/crypto';
import { Database, TestClock } from '@portal/platform/database';
import { PageQuery, ApiController, DeleteData, GetData, GetPage, PostData } from '@portal/platform/http';
import { mailSeal, withToken } from '@portal/platform/mail';
import { AdvanceClock } from './advance-clock.js';
import {
  AdvanceClockBody,
  ClockLeaseView,
  ClockView,
  LeaseClockBody,
  MailView,
  ReleasedClockView,
  SandboxView,
} from './sandbox.dto.js';

interface MailRow {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  sealed_token: string | null;
  created_at: Date;
}

@BypassRowSecurity('the sandbox shows everybody its clock and its mail')
@ApiController('sandbox', 'api/v1/sandbox')
@SignedIn()
export class SandboxController {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly testClock: TestClock,
    private readonly advanceClock: AdvanceClock,
    private readonly database: Database,
    private readonly box: SealedBox,
  ) {}

  /** Get the state of the sandbox. Its clock, and the addresses of the reference Drive and the Stripe sandbox. */
  @GetData('', SandboxView)
  async show() {
    const [row] = await this.database.query<{ now: Date; offset_ms: string }>(
      'select platform.portal_now() as now, offset_ms from platform.test_clock',
    );
    return {
      clock_now: row!.now.toISOString(),
      wall_now: this.clock.wallNow().toISOString(),
      offset_ms: Number(row!.offset_ms),
      reference_drive_url: this.config.referenceDriveUrl ?? null,
      stripe_sandbox_url: this.config.stripe.apiBase ?? null,
    };
  }

  /** Advance the sandbox clock. In the portal and in the Stripe sandbox, by the same amount. */
  @PostData('clock', ClockView)
  async advance(@Body() body: AdvanceClockBody, @CurrentActor() actor: Actor) {
    if ((body.advance_ms === undefined) === (body.to === undefined)) {
      throw new AppError(commonErrors.invalid_request, {
        details: [{ pointer: '', code: 'one_of', message: 'Send either advance_ms or to.' }],
      });
    }
    const moved = await this.advanceClock.execute(
      body.advance_ms === undefined ? { instant: new Date(body.to!) } : { ms: body.advance_ms },
      actor,
      body.lease,
    );
    return { clock_now: moved.now.toISOString(), offset_ms: moved.offsetMs };
  }

  /** Lease the sandbox clock. Nobody else can advance the clock during the lease. */
  @PostData('clock/lease', ClockLeaseView)
  async lease(@Body() body: LeaseClockBody) {
    const { lease, endsAt } = await this.testClock.lease(body.ttl_ms, body.lease);
    return { lease, ends_at: endsAt.toISOString() };
  }

  /** Release the sandbox clock. Ends the lease before its time. Unknown leases are ignored. */
  @DeleteData('clock/lease/:lease', ReleasedClockView)
  async release(@Param('lease') lease: string) {
    await this.testClock.release(lease);
    return { released: true };
  }

  /** List the mails of the sandbox. Newest first: emails that would have been sent. */
  @GetPage('mail', MailView)
  async mail(@Query() query: PageQuery) {
    const before = query.cursor === undefined ? null : decodeCursor(query.cursor, 1)[0];
    const rows = await this.database.query<MailRow>(
      'select id, recipient, subject, body, sealed_token, created_at from platform.mail_messages where ($1::uuid is null or id < $1) order by id desc limit $2',
      [before, query.limit + 1],
    );
    return toPage(rows, query.limit, ['id'], (row) => ({
      id: row.id,
      to: row.recipient,
      subject: row.subject,
      text:
        row.sealed_token === null ? row.body : withToken(row.body, this.box.open(row.sealed_token, mailSeal(row.id))),
      created_at: row.created_at.toISOString(),
    }));
  }
}
