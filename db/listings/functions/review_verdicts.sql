-- The current verdict of each criterion; none: it is still to be judged. `domain/review-case.ts` gives the reasons.
create or replace function listings.review_verdicts(submission uuid)
returns table(criterion text, verdict text)
language sql stable as $$
select c.criterion, case when j.verdict in ('pass', 'not_applicable') or j.round = s.round then j.verdict end
from listings.submissions s
join listings.review_criteria c on c.version = (select max(version) from listings.review_criteria)
left join lateral (select n.verdict, n.round from listings.review_judgements n
  where n.submission_id = s.id and n.criterion = c.criterion and n.criteria_version = c.version and not listings.is_reopened(n.submission_id, n.criterion, n.seq)
  order by n.seq desc limit 1) j on true
where s.id = submission
$$;
