insert into authors.agreement_versions (version, ordinal, text, digest, summary, effective_at) values
  ('1', 1, 'DEVELOPER AGREEMENT, VERSION 1

This agreement is between the operator of this portal ("we") and the company that signs it ("you"). A Drive is a product of yours that tenants of the host platform can install.

1. Revenue
For a paid Drive of a third party, 70 % of each line''s price without tax and after refunds belongs to you and 30 % to us. The share is computed for each author, currency and calendar month (UTC) on the running total, so that the parts always add up to the whole. A free Drive earns nothing and costs nothing. Prices of running installs stay as the tenant accepted them until the tenant accepts another version.

2. Merchant of record
We sell to the tenants in our own name, issue the invoices, collect the money, and hand over the taxes that are due on those sales. The processor''s fees for these payments are ours. Refunds are taken from both sides in the same proportion as the sale. Money that a tenant disputes is held until the dispute is decided.

3. Payouts
After a month has been closed we pay your share of everything that tenants have paid to the account that you have set up with our payment processor. Two different persons on our side prepare and approve each run. An amount below the minimum for your currency, a negative balance, or an amount for which your account is not ready is carried into the next month; each time the reason is written on your statement. Every statement shows all lines, and its lines add up to the transfer.

4. Rules for Drives
Mount your routes under a namespace of your own and do not collide with those of the host. Do not name model providers in texts that users read. Do not keep operator credentials beyond the scoped token of the install. Ask for every permission in the manifest before using it. Do not use analytics of other companies that read operator data. Tell the truth in the manifest: what it declares is what reviewers, operators and our checks rely on.

5. Security
Requests from the host are signed. Refuse those that are not, or that are older than five minutes. Keep the signing secret out of code and logs. When it may have leaked, rotate it at once in the portal. Name a security contact who answers within two working days, and tell us without delay when data of tenants may have been exposed.

6. Changes and ending
A new version of this agreement takes effect for you when you sign it. If you do not sign it by its date, new submissions and new secrets wait; installs go on and payouts go on. Either side may end this agreement with 30 days of notice, and at once for a serious breach. Breaking changes of the platform''s contract are announced at least 6 months ahead. When it ends, what you have earned is paid with the next run, whatever its amount.
', 'db493605a4f6efe595e554099143bed4c79fde4c2a2ff9ce6d031268bd4e07d7', '["You keep 70 % of what your paid installs earn, without tax and after refunds; 30 % is ours.","We are the merchant of record: we bill, collect and bear the fees of the payment processor.","You are paid once a month for what tenants have paid; small or blocked amounts are carried forward, never lost.","Your Drive keeps to the rules: own routes, no provider names, no stored operator credentials, no trackers on operator data.","You protect the signing secret, rotate it when it may have leaked, and answer the security contact within two working days.","Either side may end this with 30 days of notice; running installs get at least 6 months when something breaks, and what you have earned is paid."]', '2026-11-01T00:00:00+00:00')
on conflict do nothing;

insert into authors.application_criteria (version, criterion, note_always) values
  (1, 'access', false),
  (1, 'do_not_rules', false),
  (1, 'identity', true),
  (1, 'name', false),
  (1, 'product', true),
  (1, 'sanctions', true),
  (1, 'security_contact', false)
on conflict do nothing;
