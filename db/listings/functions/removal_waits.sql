-- The approval that waits, with which a Drive is removed; nothing of it is installed meanwhile.
create or replace function listings.removal_waits(drive uuid) returns uuid language sql stable as $$
select a.id from approvals.approvals a where a.kind = 'removal' and a.subject_id = drive::text and a.state = 'waiting'
  and a.expires_at > platform.portal_now()
$$;
