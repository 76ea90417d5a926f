-- The decisions about an organisation that the database knows: who decides (a column), what is named and by which column
-- (authors.concerned), and when. Nobody decides about an organisation of their own, whoever writes (authors.is_stranger).
-- A test holds this list against every column that names a person; applied when it has changed.
do $$
declare
  decision record;
begin
  for decision in
    select * from (values
      ('approvals.approvals', 'decided_by', 'organizations', 'organizations', null),
      ('approvals.approvals', 'proposed_by', 'organizations', 'organizations', null),
      ('approvals.capability_switches', 'ended_by', 'organizations', 'organizations', null),
      ('approvals.claims', 'holder_id', 'organization', 'org_id', null),
      ('authors.application_appeals', 'decided_by', 'application', 'application_id', null),
      ('authors.application_judgements', 'judged_by', 'application', 'application_id', null),
      ('authors.applications', 'decided_by', 'organization', 'org_id', 'new.state in (''approved'', ''changes_requested'', ''rejected'')'),
      ('authors.applications', 'opened_by', 'organization', 'org_id', 'new.state = ''in_review'''),
      ('authors.offboardings', 'asked_by', 'organization', 'org_id', 'new.by_staff'),
      ('authors.suspensions', 'resumed_by', 'organization', 'org_id', null),
      ('authors.suspensions', 'suspended_by', 'organization', 'org_id', null),
      ('billing.credit_notes', 'issued_by', 'invoice', 'invoice_id', null),
      ('billing.refunds', 'requested_by', 'invoice', 'invoice_id', null),
      ('listings.appeals', 'decided_by', 'organization', 'org_id', null),
      ('listings.concerns', 'ended_by', 'organization', 'org_id', null),
      ('listings.contents', 'decided_by', 'organization', 'org_id', 'new.state in (''approved'', ''changes_requested'')'),
      ('listings.evidence', 'ended_by', 'drive', 'drive_id', 'new.ended_how = ''rejected'''),
      ('listings.evidence_acceptances', 'accepted_by', 'evidence', 'evidence_id', null),
      ('listings.review_exceptions', 'ended_by', 'drive', 'drive_id', null),
      ('listings.review_judgements', 'judged_by', 'submission', 'submission_id', null),
      ('listings.review_rechecks', 'asked_by', 'submission', 'submission_id', null),
      ('listings.submissions', 'decided_by', 'organization', 'org_id', 'new.state in (''approved'', ''changes_requested'', ''rejected'')'),
      ('payouts.payout_approvals', 'user_id', 'run', 'run_id', null),
      ('payouts.payout_holds', 'ended_by', 'organization', 'org_id', null),
      ('payouts.payout_holds', 'made_by', 'organization', 'org_id', null),
      ('payouts.payout_runs', 'executed_by', 'run', 'id', null),
      ('payouts.run_decisions', 'decided_by', 'organization', 'org_id', null),
      -- Above all of a bank account that two payees have: closing that allows both.
      ('reconciliation.item_history', 'by_id', 'exception', 'item_id', 'new.what = ''closed'''),
      -- Acts that leave no row of their own than that of the audit trail.
      ('platform.audit_log', 'actor_id', 'dispute', 'subject_id', 'new.subject_type = ''dispute'''),
      ('platform.audit_log', 'actor_id', 'organization', 'subject_id', 'new.action = ''payout_hold.ended'''),
      ('platform.audit_log', 'actor_id', 'run', 'subject_id',
        'new.action in (''payout_run.executed'', ''payout_run.resumed'', ''payout_run.retried'')')
    ) decisions (place, actor, kind, named, moment)
  loop
    execute format('create or replace trigger by_stranger_%1$s_%2$s before insert or update of %1$I%4$s on %5$s for each row
      when (%6$s) execute function authors.by_stranger(%1$L, %2$L, %3$L)',
      decision.actor, decision.kind, decision.named, case when decision.moment like 'new.state%' then ', state' end, decision.place,
      concat_ws(' and ', format('new.%I is not null', decision.actor), decision.moment));
  end loop;
end $$;
