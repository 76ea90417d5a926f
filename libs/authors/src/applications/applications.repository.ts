import { Injectable } from '@nestjs/common';
import { AppError, Ids, invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { CRITERIA_VERSION, type ApplicationJudgement, type Verdict } from './domain/application-criteria.js';
import type { Answers } from './domain/answers.js';
import type { ApplicationState } from './domain/application-state.js';
import {
  ApplicationEntity,
  ApplicationMessageEntity,
  ApplicationStepEntity,
  DriveReservationEntity,
} from './application.entity.js';
import { ApplicationAppealEntity } from '../appeals/appeal.entity.js';
import { authorsErrors } from '../errors.js';
import { belongsTo } from '../organizations/authorized-organization.js';

interface Step {
  action: ApplicationStepEntity['action'];
  actor: Actor;
  reasonCode?: string;
  text?: string;
}

@Injectable()
export class ApplicationsRepository {
  constructor(private readonly ids: Ids) {}

  async add(tx: Tx, orgId: string, applicantId: string, answers: Answers): Promise<string> {
    const id = this.ids.next();
    await tx.manager.insert(ApplicationEntity, { id, orgId, applicantId, ...answers });
    return id;
  }

  /** Locks the row until the transaction ends, so that concurrent decisions are serialised. */
  async lock(tx: Tx, id: string): Promise<ApplicationEntity | null> {
    return tx.manager.findOne(ApplicationEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** @throws AppError `application_not_found` (404), also for that of an organisation that is not the caller's */
  async lockOwn(tx: Tx, id: string, actor: Actor): Promise<ApplicationEntity> {
    const application = await this.lock(tx, id);
    if (!application || !belongsTo(actor, application.orgId)) throw new AppError(authorsErrors.application_not_found);
    return application;
  }

  /** @throws AppError `application_not_found` (404), also for a draft, which no reviewer sees */
  async lockSubmitted(tx: Tx, id: string): Promise<ApplicationEntity> {
    const application = await this.lock(tx, id);
    if (!application || application.state === 'draft') throw new AppError(authorsErrors.application_not_found);
    return application;
  }

  /** When the organisation's newest rejection that was not overturned was decided. */
  async refusedAt(tx: Tx, orgId: string): Promise<Date | undefined> {
    const [row] = await tx.query<{ at: Date | null }>(
      `select max(s.at) as at from authors.applications a join authors.application_steps s on s.application_id = a.id
       where a.org_id = $1 and a.state = 'rejected' and s.action = 'rejected'`,
      [orgId],
    );
    return row?.at ?? undefined;
  }

  /** When the application was last decided. */
  async decidedAt(tx: Tx, applicationId: string): Promise<Date> {
    const [row] = await tx.query<{ at: Date }>(
      `select max(at) as at from authors.application_steps where application_id = $1 and action in ('approved', 'rejected')`,
      [applicationId],
    );
    invariant(row?.at, 'a decided application has the step of its decision');
    return row.at;
  }

  /** Whether the reviewer rejected the application before the appeal. */
  refusedBy(tx: Tx, applicationId: string, reviewerId: string): Promise<boolean> {
    return tx.matched('select 1 from authors.application_appeals where application_id = $1 and refused_by = $2', [
      applicationId,
      reviewerId,
    ]);
  }

  /** Whether the organisation has an undecided application. */
  hasOpen(tx: Tx, orgId: string): Promise<boolean> {
    return tx.matched(
      `select 1 from authors.applications where org_id = $1 and state in ('draft', 'submitted', 'in_review', 'changes_requested')`,
      [orgId],
    );
  }

  async setAnswers(tx: Tx, id: string, answers: Answers): Promise<void> {
    await tx.manager.update(ApplicationEntity, { id }, { ...answers, updatedAt: tx.now });
  }

  /** Changes the state of a locked application and appends to its history. */
  async move(
    tx: Tx,
    application: ApplicationEntity,
    to: ApplicationState,
    step: Step,
    set: Partial<Pick<ApplicationEntity, 'submittedAt' | 'openedBy' | 'decidedBy'>> = {},
  ): Promise<void> {
    const result = await tx.manager.update(
      ApplicationEntity,
      { id: application.id, state: application.state },
      { state: to, updatedAt: tx.now, ...set },
    );
    invariant(result.affected === 1, 'a locked application has the state that was read');
    await this.addStep(tx, application.id, step);
  }

  async addStep(tx: Tx, applicationId: string, step: Step): Promise<void> {
    const { actor, ...taken } = step;
    invariant(actor.userId, 'a step is taken by a person');
    await tx.manager.insert(ApplicationStepEntity, {
      id: this.ids.next(),
      applicationId,
      actorId: actor.userId,
      actorName: actor.name,
      ...taken,
    });
  }

  /** The newest assessment of each criterion of the current list. */
  judgements(tx: Tx, applicationId: string): Promise<ApplicationJudgement[]> {
    return tx.query<ApplicationJudgement>(
      `select distinct on (criterion) criterion, verdict, note, round from authors.application_judgements
       where application_id = $1 and criteria_version = $2 order by criterion, seq desc`,
      [applicationId, CRITERIA_VERSION],
    );
  }

  async judge(
    tx: Tx,
    actor: Actor,
    about: { id: string; round: number },
    judgements: readonly { criterion: string; verdict: Verdict; note: string }[],
  ): Promise<void> {
    await tx.query(
      `insert into authors.application_judgements (application_id, round, criteria_version, criterion, verdict, note, judged_by, judged_by_name, judged_at)
       select $1, $2, $3, x.criterion, x.verdict, x.note, $4, $5, $6
       from jsonb_to_recordset($7::jsonb) as x(criterion text, verdict text, note text)`,
      [about.id, about.round, CRITERIA_VERSION, actor.userId, actor.name, tx.now, JSON.stringify(judgements)],
    );
  }

  async messagesSince(tx: Tx, applicationId: string, side: 'applicant' | 'reviewer', hours: number): Promise<number> {
    return (await tx.value<number>(
      `select count(*)::int as n from authors.application_messages
       where application_id = $1 and side = $2 and at > $3::timestamptz - $4 * interval '1 hour'`,
      [applicationId, side, tx.now, hours],
    ))!;
  }

  /** Returns the message's id. */
  async addMessage(tx: Tx, applicationId: string, side: 'applicant' | 'reviewer', writer: Actor, text: string) {
    invariant(writer.userId, 'a message is written by a person');
    const id = this.ids.next();
    const written = { applicationId, side, writerId: writer.userId, writerName: writer.name, text };
    await tx.manager.insert(ApplicationMessageEntity, { id, ...written });
    return id;
  }

  /** True when the slug belongs to a Drive permanently. */
  async isReserved(tx: Tx, slug: string): Promise<boolean> {
    return tx.manager.existsBy(DriveReservationEntity, { slug });
  }

  async reserveDrive(tx: Tx, application: ApplicationEntity): Promise<string> {
    const id = this.ids.next();
    const { orgId, id: applicationId, driveSlug: slug, driveName: name } = application;
    await tx.manager.insert(DriveReservationEntity, { id, orgId, applicationId, slug, name });
    return id;
  }

  /** Whether the organisation has an open appeal. */
  hasOpenAppeal(tx: Tx, orgId: string): Promise<boolean> {
    return tx.matched(
      `select 1 from authors.application_appeals p join authors.applications a on a.id = p.application_id
       where a.org_id = $1 and p.state = 'open'`,
      [orgId],
    );
  }

  /** The appeal of an application; there is at most one, ever. */
  async lockAppeal(tx: Tx, applicationId: string): Promise<ApplicationAppealEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.manager.findOne(ApplicationAppealEntity, { where: { applicationId }, lock });
  }

  async addAppeal(tx: Tx, actor: Actor, appeal: { applicationId: string; refusedBy: string; text: string }) {
    invariant(actor.userId, 'an appeal is filed by a person');
    await tx.manager.insert(ApplicationAppealEntity, { ...appeal, filedBy: actor.userId, filedByName: actor.name });
  }

  async endAppeal(
    tx: Tx,
    applicationId: string,
    decided: Partial<Pick<ApplicationAppealEntity, 'state' | 'decidedBy' | 'decidedByName' | 'decisionText'>>,
  ): Promise<void> {
    await tx.manager.update(
      ApplicationAppealEntity,
      { applicationId, state: 'open' },
      { ...decided, decidedAt: tx.now },
    );
  }
}
