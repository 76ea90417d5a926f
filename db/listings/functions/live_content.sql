-- The approved content of a Drive at an instant, as the API shows it: empty without any.
create or replace function listings.live_content(drive uuid, at timestamptz) returns jsonb language sql stable as $$
  select coalesce((
    select jsonb_build_object('description', nullif(c.body->>'description', ''), 'links', c.body->'links', 'screenshots',
      (select coalesce(jsonb_agg(jsonb_build_object('url', '/api/public/pictures/' || p.digest, 'width', p.width, 'height', p.height,
          'alt', s.one->>'alt') order by s.place), '[]')
        from jsonb_array_elements(c.body->'screenshots') with ordinality s (one, place)
        join listings.pictures p on p.drive_id = c.drive_id and p.digest = s.one->>'digest'))
    from listings.contents c where c.drive_id = drive and c.state = 'approved' and c.decided_at <= at
    order by c.decided_at desc, c.id desc limit 1),
    '{"description": null, "screenshots": [], "links": []}')
$$;
