-- The current verdict of each criterion; none: it is still to be judged.
create or replace function authors.application_verdicts(application uuid)
returns table(criterion text, verdict text)
language sql stable as $$
select c.criterion, j.verdict from authors.applications a
join authors.application_criteria c on c.version = (select max(version) from authors.application_criteria)
left join lateral (select n.verdict from authors.application_judgements n
  where n.application_id = a.id and n.round = a.round and n.criterion = c.criterion and n.criteria_version = c.version
  order by n.seq desc limit 1) j on true
where a.id = application
$$;
