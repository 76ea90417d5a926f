import { Injectable } from '@nestjs/common';
import { utcMinute } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { Once } from '@portal/platform/events';
import { ComplianceMailer, type ComplianceMail } from '../compliance/compliance-mailer.js';
import { SigningKeys } from '@portal/secrets';
import type { AttentionPayload } from '../events.js';
import type { CallKind } from '../install/domain/call-schedule.js';
import { isCallRefusal, type CallRefusal } from '../install/domain/token-refusal.js';

interface Row {
  tenant_id: string;
  venture: string;
  drive_id: string;
  org_id: string | null;
  name: string;
  state: string;
  kind: CallKind | null;
  attempts: number | null;
  call_outcome: string | null;
  token_refused_at: Date | null;
  refusal: CallRefusal | null;
  refused_since: Date | null;
  /** No other install of the Drive is refused for longer: its author is notified once. */
  first_refused: boolean;
  settings_failure: string | null;
  event_quota: number | null;
}

/** The problem, and what each of the two can do. */
interface AttentionTexts {
  readonly subject: string;
  readonly what: string;
  readonly operators: string;
  /** Without it they know already. */
  readonly authors?: string;
  /** For staff; without it they are not concerned. */
  readonly admins?: string;
}

/** Mails operators, author and staff concerned that a person has to decide on an install, if that is still the case. */
@Injectable()
export class MailAttention {
  constructor(
    private readonly database: Database,
    private readonly mailer: ComplianceMailer,
    private readonly keys: SigningKeys,
  ) {}

  /** `once` runs its work in a transaction of its own, exactly once per event. */
  async execute({ install_id: installId, why }: AttentionPayload, once: Once): Promise<void> {
    const [row] = await this.database.query<Row>(
      `select i.tenant_id, v.name as venture, i.drive_id, i.org_id, coalesce(r.manifest->>'name', d.slug) as name, i.state, c.kind, c.attempts,
         c.last_outcome as call_outcome, i.token_refused_at, i.refusal, i.refused_since, not exists (select from installs.installs o where o.drive_id = i.drive_id
           and o.state = 'active' and (o.refused_since, o.id) < (i.refused_since, i.id)) as first_refused, u.failure as settings_failure, q.quota as event_quota
       from installs.installs i join installs.ventures v on v.id = i.venture_id
         join authors.drive_reservations d on d.id = i.drive_id left join listings.revisions r on r.id = i.revision_id
         left join installs.config_updates u on u.install_id = i.id and u.confirmed_at is null
         left join installs.event_quotas q on q.install_id = i.id and q.stored >= q.quota
         left join lateral (select kind, attempts, last_outcome from installs.call_plans o
           where o.install_id = i.id and o.state = 'attention' and o.kind <> 'probe' order by o.created_at desc limit 1) c on true
       where i.id = $1`,
      [installId],
    );
    const texts = row && (isCallRefusal(why) ? refusalTexts(row, why, await this.keyOf(row)) : textsOf(row, why));
    if (!row || !texts) return;
    const readers = await this.mailer.readers([row.tenant_id], row.org_id);
    const mail: ComplianceMail = {
      subject: texts.subject,
      operators: {
        text: `${texts.what}\n\n${texts.operators}\n\nVenture: ${row.venture}.`,
        path: `/plugins/installed/${installId}`,
      },
      ...(texts.authors !== undefined && {
        authors: {
          text: `${texts.what}\n\n${texts.authors}\n\nInstall: ${installId}.`,
          path: `/author/drives/${row.drive_id}`,
        },
      }),
      ...(texts.admins !== undefined && {
        admins: {
          text: `${texts.what}\n\n${texts.admins}\n\nInstall: ${installId}.`,
          path: `/review/drives/${row.drive_id}`,
        },
      }),
    };
    await once((tx) => this.mailer.send(tx, readers, mail));
  }

  /** The key that signs for the install, in words. */
  private async keyOf({ drive_id: driveId, tenant_id: tenantId }: Row): Promise<string> {
    const keys = [...(await this.keys.list({ driveId, tenantId })), ...(await this.keys.list({ driveId }))];
    const key = keys.find(({ state }) => state === 'active');
    return key ? `We sign with version ${key.version} of your secret, fingerprint ${key.fingerprint}.` : '';
  }
}

/** What is refused, and how its author mends it. */
const REFUSED: Readonly<Record<CallRefusal, readonly [what: string, fix: string]>> = {
  signature_refused: ['our signature', 'Store exactly this secret as PLATFORM_AGENT_SECRET, or rotate it.'],
  clock_skew: ['the time of our signature', 'Keep the clock of the Drive by NTP, and compare milliseconds.'],
  unauthorized: [
    'all our calls',
    'It gives no reason that the contract names: check the secret, the clock and the token.',
  ],
};

/** Of an install of which nothing signed can be read. Undefined when that is no longer the case. */
function refusalTexts({ name, ...row }: Row, why: CallRefusal, key: string): AttentionTexts | undefined {
  if (row.state !== 'active' || row.refusal !== why || row.refused_since === null) return undefined;
  const [what, fix] = REFUSED[why];
  return {
    subject: `${name} is not working: it refuses ${what}`,
    what: `${name} has refused ${what} with HTTP 401 since ${utcMinute(row.refused_since)}, so nothing can be read from it or sent to it.`,
    operators: 'Its author must act and was notified. You have nothing to do; data and settings stay as they are.',
    ...(row.first_refused && { authors: `${key} ${fix} You are notified once for all installs.` }),
  };
}

/** Undefined when it is no longer the case. Whether a token is dead concerns neither of them. */
function textsOf(row: Row, why: Exclude<AttentionPayload['why'], CallRefusal>): AttentionTexts | undefined {
  const { name } = row;
  const last = (outcome: string | null): string => (outcome === null ? '' : ` Last: ${outcome}`);
  if (why === 'call_tried_to_the_end') {
    if (row.kind === null) return undefined;
    const ending = row.kind === 'revoke';
    return {
      subject: `${name} needs a decision`,
      what: `${name} ${ending ? 'has not confirmed the end of an install' : 'has not answered a request to install it'}. We called it ${row.attempts} times and do not call it again by ourselves.${last(row.call_outcome)}`,
      operators: ending
        ? 'Nothing is billed any more. On the page of the install you can have it called again, or give up waiting.'
        : 'Nothing is billed yet. On the page of the install you can have it called again, or give up.',
      authors: `Your Drive has to answer ${ending ? 'DELETE' : 'POST'} on its install endpoint. The operator of the install or the platform can have it called again.`,
    };
  }
  if (why === 'event_quota_reached')
    return row.event_quota === null
      ? undefined
      : {
          subject: `${name} reports too many events`,
          what: `${name} has reported ${row.event_quota} events of one install today (UTC), which is as many as we store per day. More are counted and not stored, and its events are read again tomorrow.`,
          operators:
            'The plugin goes on working. Events that are not stored are not shown to you. Its author is notified too.',
          authors: 'Report what happened once, and less of it. Events that are not stored are not taken later.',
          admins: 'If it needs more, raise EVENTS_PER_DAY. If it floods the platform, suspend it.',
        };
  if (row.state !== 'active') return undefined;
  if (why === 'token_refused')
    return row.token_refused_at === null
      ? undefined
      : {
          subject: `${name} refuses its token`,
          what: `${name} no longer accepts the token of an install that runs, so nothing can be read from it or sent to it.`,
          operators: 'On the page of the install you can ask for a new token. Data and settings stay as they are.',
          authors:
            'Your Drive answers HTTP 401 to the token that it gave. A new token is requested when the operator asks for one.',
        };
  return row.settings_failure === null
    ? undefined
    : {
        subject: `${name} has not taken new settings`,
        what: `${name} has not confirmed changed settings of an install for a day. We go on sending them.${last(row.settings_failure)}`,
        operators: 'Until then it uses the previous settings. Its author is notified too.',
        authors: 'Your Drive has to answer endpoints.config_update with the version that it was sent.',
      };
}
