-- Whether another submission, or another live version, has taken the place of a refused one.
create or replace function listings.is_superseded(submission uuid) returns boolean language sql stable as $$
select l.live_revision_id is distinct from s.base_revision_id or l.state in ('closed_to_installs', 'retired', 'removed')
  or exists (select from listings.submissions n where n.drive_id = s.drive_id and n.id <> s.id
       and (n.created_at, n.id) > (s.created_at, s.id)
       and n.state in ('received', 'validating', 'in_review', 'changes_requested', 'approved'))
from listings.submissions s join listings.listings l on l.drive_id = s.drive_id where s.id = submission
$$;
