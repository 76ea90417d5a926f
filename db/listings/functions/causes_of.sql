-- What findings are about: where and what was found, in any order; not the line, the words of advice or the request.
create or replace function listings.causes_of(findings jsonb) returns jsonb language sql immutable as $$
select jsonb_agg(f - '{line,column,fix,spec,sent,reproduce}'::text[] order by f - '{line,column,fix,spec,sent,reproduce}'::text[])
from jsonb_array_elements(findings) f
$$;
