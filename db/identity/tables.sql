create schema identity;

create table identity.users (
  id uuid primary key,
  email text not null check (char_length(email) between 3 and 254 and email = btrim(email)),
  name text not null check (char_length(name) between 1 and 120),
  password_hash text check (password_hash like '$argon2id$%'),
  demo_person text unique,
  demo_in text generated always as (case when demo_person is not null then 'sandbox' end) stored
    constraint users_demo_in_sandbox references platform.deployment (mode),
  email_confirmed_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default platform.portal_now(),
  -- Somebody in several organisations acts for one of them: chosen per session, and remembered for the next one.
  acts_for uuid,
  -- An admin disables a person, with a reason: not themselves, not the last admin. Disabled owners keep no organisation.
  disabled_by uuid references identity.users,
  disabled_reason text check (char_length(disabled_reason) between 10 and 1000),
  -- Wrong codes of the second factor since the password was chosen; at the limit only known devices may go on.
  wrong_codes integer not null default 0 check (wrong_codes between 0 and 100),
  codes_closed_at timestamptz,
  check (demo_person is null or password_hash is null),
  constraint users_disabled check ((disabled_by is null) = (disabled_reason is null)
    and (disabled_by is null or disabled_at is not null)),
  constraint users_not_disabled_by_self check (disabled_by <> id)
);
create unique index users_email on identity.users (platform.folded(email));
create index users_search on identity.users using gin (name public.gin_trgm_ops, email public.gin_trgm_ops);
-- The operator of the installation, who names nobody, may still disable anybody (docs/runbooks/admins.md).
create trigger users_keep_admin after update of disabled_at on identity.users for each row when (new.disabled_at is not null and new.disabled_by is not null)
  execute function identity.keep_admin();

-- Sessions and tokens live by wall time: moving the sandbox's test clock signs nobody out.
create table identity.sessions (
  id uuid primary key,
  user_id uuid not null references identity.users,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz,
  ip text,
  user_agent text check (char_length(user_agent) <= 300),
  second_factor boolean not null default false,
  -- Proving once more who one is changes the session's token; requests that were on their way still carry the one before.
  authenticated_at timestamptz not null default clock_timestamp(),
  previous_token_hash text unique check (previous_token_hash ~ '^[0-9a-f]{64}$'),
  rotated_at timestamptz,
  acts_for uuid,
  constraint sessions_rotated check ((previous_token_hash is null) = (rotated_at is null))
);
create index sessions_user on identity.sessions (user_id, created_at);
create trigger set_once before update of revoked_at on identity.sessions for each row execute function platform.keep_once_set('revoked_at');

create table identity.api_tokens (
  id uuid primary key,
  user_id uuid not null references identity.users,
  name text not null check (char_length(name) between 1 and 80),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  prefix text not null check (char_length(prefix) <= 12),
  roles jsonb not null check (jsonb_typeof(roles) = 'array' and jsonb_array_length(roles) > 0),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- A person's token can do what the person may; that of an organisation or a host service acts for itself and
  -- outlives the membership of its maker. Older tokens could write.
  owner text not null check (owner in ('person', 'organization', 'host')),
  org_id uuid,
  access text not null check (access in ('read', 'write')),
  -- Scopes of a host token; null: made before there were scopes, and limited by its access. One that writes works once a
  -- second admin has approved it.
  scopes text[] check (cardinality(scopes) > 0),
  approval_id uuid references approvals.approvals,
  constraint api_tokens_life check (expires_at > created_at and expires_at <= (created_at + '90 days'::interval)),
  constraint api_tokens_owner check ((owner = 'organization') = (org_id is not null)),
  -- Acts of staff are a person's own, with a recent proof of who it is.
  constraint api_tokens_staff_reads check (owner = 'person' and access = 'read' or not jsonb_path_exists(roles, case owner
    when 'host' then '$[*] ? (@.role != "host")'
    else '$[*] ? (@.role == "reviewer" || @.role == "finance" || @.role == "admin" || @.role == "host")' end::jsonpath)),
  constraint api_tokens_scopes check (scopes is null or owner = 'host'),
  constraint api_tokens_approval check (approval_id is null or owner = 'host')
);
create index api_tokens_host on identity.api_tokens (created_at) where owner = 'host';
create index api_tokens_org on identity.api_tokens (org_id, created_at) where org_id is not null;
create index api_tokens_user on identity.api_tokens (user_id, created_at);
create trigger approvals_end after update of revoked_at on identity.api_tokens for each row when (new.revoked_at is not null)
  execute function approvals.subject_ended('The token was revoked.', 'host_token');
create trigger by_approval before insert or update of approval_id on identity.api_tokens for each row when (new.approval_id is not null)
  execute function approvals.enacts('host_token', 'id', 'name', 'scopes');
create trigger set_once before update on identity.api_tokens for each row
  execute function platform.keep_once_set('approval_id', 'revoked_at');

-- Requested mails, and warnings to owners. The worker checks whether the address is known, so that asking takes the
-- same work and gives the same answer for every address. `known`: requested where the owner of the account signed in
-- before.
create table identity.mail_requests (
  id uuid primary key,
  kind text not null check (kind in ('password_reset', 'confirmation', 'wrong_passwords', 'wrong_codes')),
  email text not null check (char_length(email) between 3 and 254),
  requested_at timestamptz not null default clock_timestamp(),
  known boolean not null default false
);

-- Links with which the reader of an address's mail chooses a password: for a new account, or for the one of the
-- address. Several may be open: a mail requested by a stranger does not end the link requested by the owner.
create table identity.mailed_links (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('password_reset', 'confirmation')),
  email text not null check (char_length(email) between 3 and 254),
  expires_at timestamptz not null
);
create index mailed_links_address on identity.mailed_links (platform.folded(email));
create index mailed_links_expires on identity.mailed_links (expires_at);

-- Links for the first two admins: made by the owner of the tables, each used once by the product.
create table identity.admin_links (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references identity.users,
  constraint admin_links_used check ((used_at is null) = (used_by is null) and used_at < expires_at)
);
create trigger frozen before update or delete on identity.admin_links for each row when (old.used_at is not null)
  execute function platform.refuse_decided('a used link');

-- Links by which a person whom two admins invited gets an account and staff roles, each used once. A newer invitation of the
-- address takes the place of the open one.
create table identity.staff_invitations (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  approval_id uuid not null unique references approvals.approvals,
  email text not null check (char_length(email) between 3 and 254),
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['reviewer', 'finance', 'admin']),
  expires_at timestamptz not null default clock_timestamp() + interval '7 days'
    check (expires_at <= clock_timestamp() + interval '7 days'),
  used_at timestamptz,
  used_by uuid references identity.users,
  constraint staff_invitations_used check ((used_at is null) = (used_by is null) and used_at < expires_at)
);
create unique index staff_invitations_one_open on identity.staff_invitations (platform.folded(email)) where used_at is null;
create trigger by_approval before insert on identity.staff_invitations for each row
  execute function approvals.enacts('staff_invitation', 'email', 'roles');
create trigger frozen before update or delete on identity.staff_invitations for each row when (old.used_at is not null)
  execute function platform.refuse_decided('a used invitation');

-- Tries within a window, per rule and key, for all processes together. Keys are hashes, ids or addresses of networks. The
-- next try counts from `free_at` on.
create table identity.attempts (
  rule text not null,
  key text not null check (char_length(key) <= 120),
  points integer not null check (points >= 0),
  free_at timestamptz not null default '-infinity',
  ends_at timestamptz not null,
  primary key (rule, key)
);
create index attempts_ends on identity.attempts (ends_at);

-- Networks of earlier sign-ins: an IPv4 address, or the first 64 bits of an IPv6 address.
create table identity.known_networks (
  user_id uuid not null references identity.users,
  network text not null check (char_length(network) <= 64),
  seen_at timestamptz not null default clock_timestamp(),
  primary key (user_id, network)
);
create index known_networks_seen on identity.known_networks (seen_at);

-- `last_step` is the newest 30-second step of which a code was taken: no code of it or before is taken again.
create table identity.totp_factors (
  user_id uuid primary key references identity.users,
  seed text not null check (seed like 'v1.%'),
  created_at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz,
  last_step bigint,
  constraint totp_factors_confirmed check ((confirmed_at is null) = (last_step is null))
);
create trigger by_two_admins before delete or update of confirmed_at on identity.totp_factors for each row
  when (old.confirmed_at is not null) execute function identity.factor_removal_by_two();

-- The selector is no secret: it names the hash to compare with, so that one attempt costs one hash.
create table identity.recovery_codes (
  user_id uuid not null references identity.users,
  selector text not null check (selector ~ '^[A-Z2-7]{4}$'),
  code_hash text not null check (code_hash like '$argon2id$%'),
  used_at timestamptz,
  primary key (user_id, selector)
);
create trigger set_once before update of used_at on identity.recovery_codes for each row execute function platform.keep_once_set('used_at');

create table identity.sign_in_challenges (
  id uuid primary key,
  user_id uuid not null references identity.users,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  tries integer not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null
);
create index sign_in_challenges_user on identity.sign_in_challenges (user_id);

create table identity.external_logins (
  issuer text not null check (char_length(issuer) between 1 and 500),
  subject text not null check (char_length(subject) between 1 and 255),
  user_id uuid not null references identity.users,
  created_at timestamptz not null default clock_timestamp(),
  primary key (issuer, subject)
);
create index external_logins_user on identity.external_logins (user_id);

-- Notifications of a person, shown in the portal; each person chooses which are mailed. No row: mailed.
create table identity.notifications (
  id uuid primary key,
  user_id uuid not null references identity.users,
  topic text not null
    check (topic in ('applications', 'reviews', 'approvals', 'checks', 'versions', 'installs', 'disputes', 'webhooks', 'security', 'secrets', 'agreement', 'payouts', 'invoices')),
  subject text not null,
  text text not null check (text !~ 'token=[A-Za-z0-9_]'),
  path text check (path ~ '^/[a-z]'),
  mailed boolean not null,
  at timestamptz not null,
  read_at timestamptz,
  -- Subject of a notification, so that those of one Drive, case or application are shown together: the page it leads
  -- to, where that names one thing. Pages about many things (the account, all invoices) say nothing of that: such a
  -- notification is ungrouped.
  item text not null generated always as (
case
    when path ~ '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' or path ~ '^/author/application($|[?])' then split_part(path, '?', 1)
    else id::text
end) stored,
  -- Its group while it waits for the summary of its day; how many of the group it stands for, and the sum of their amounts.
  daily text,
  times integer not null default 1,
  amount bigint
);
create index notifications_at on identity.notifications (at);
create unique index notifications_daily on identity.notifications (user_id, daily) where daily is not null;
create index notifications_of_item on identity.notifications (user_id, item, id desc);
create index notifications_of_person on identity.notifications (user_id, id desc);
create index notifications_unread on identity.notifications (user_id, id desc) where read_at is null;

create table identity.mail_choices (
  user_id uuid not null references identity.users,
  topic text not null
    check (topic in ('applications', 'reviews', 'approvals', 'checks', 'versions', 'installs', 'disputes', 'webhooks')),
  primary key (user_id, topic)
);

create table identity.role_grants (
  id uuid primary key,
  user_id uuid not null references identity.users,
  role text not null check (role in ('author', 'reviewer', 'finance', 'operator', 'admin', 'host')),
  scope_id uuid,
  granted_by uuid references identity.users,
  created_at timestamptz not null default platform.portal_now(),
  member_role text check (member_role in ('owner', 'developer', 'finance', 'read_only')),
  approval_id uuid references approvals.approvals,
  constraint role_grants_once unique nulls not distinct (user_id, role, scope_id),
  constraint role_grants_not_to_self check (granted_by <> user_id),
  constraint role_grants_scope check ((role in ('author', 'operator')) = (scope_id is not null)),
  constraint role_grants_with_member check ((role = 'author') = (member_role is not null))
);
create index role_grants_role on identity.role_grants (role, scope_id);
create trigger by_two_admins after insert or update of user_id, role, scope_id, approval_id on identity.role_grants for each row
  when (new.role in ('admin', 'finance', 'host', 'reviewer')) execute function identity.role_grant_by_two();
create constraint trigger member_kept after delete on identity.role_grants deferrable initially deferred for each row
  when (old.role = 'author' and current_user in ('portal_app', 'portal_caller')) execute function authors.member_kept();
create trigger role_grants_keep_admin after delete on identity.role_grants for each row
  when (old.role = 'admin' and current_user in ('portal_app', 'portal_caller')) execute function identity.keep_admin();
create trigger role_grants_keep_owner after delete or update on identity.role_grants for each row when (old.role = 'author' and old.member_role = 'owner')
  execute function identity.keep_owner();
