-- `domain/compliance-claims.ts` has the same, with texts.
create or replace function listings.compliance_claims(manifest jsonb)
returns setof text
language sql immutable as $$
with c as (select manifest->'compliance' as block where jsonb_typeof(manifest->'compliance') = 'object')
select left('framework:' || f, 200) from c, jsonb_array_elements_text(c.block->'frameworks') f
union select left('residency:' || f, 200) from c, jsonb_array_elements_text(c.block->'dataResidency') f
union select 'baa' from c where c.block->'baaRequired' = 'true'
union select 'encryption_at_rest' from c where c.block->>'encryptionAtRest' is not null
union select 'encryption_in_transit' from c where c.block->>'encryptionInTransit' is not null
union select left('permission:' || p, 200) from jsonb_array_elements_text(manifest->'permissionsRequested') p where p like 'data.%'
$$;
