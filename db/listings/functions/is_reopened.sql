create or replace function listings.is_reopened(submission uuid, of_criterion text, judged bigint)
returns boolean
language sql stable as $$
select exists (select from listings.review_rechecks k where k.submission_id = submission
  and of_criterion = any(k.reopened) and judged <= k.judged_up_to)
$$;
