/** The only source of status words. Badge text and tone are exact; a code without an entry is a bug that shows itself. */

export type Tone = 'neutral' | 'info' | 'ok' | 'warn' | 'bad' | 'special';

/** Who must act next. `us` is the host: reviewers, finance or the system itself. */
export type Actor = 'author' | 'operator' | 'us' | 'nobody';

export interface StatusText {
  badge: string;
  tone: Tone;
  who: Actor;
  /** What happens next, one sentence. */
  next: string;
}

const status = (badge: string, tone: Tone, who: Actor, next: string): StatusText => ({ badge, tone, who, next });

export const vocabulary = {
  application: {
    draft: status('Draft', 'neutral', 'author', 'Finish and submit.'),
    submitted: status('Waiting for review', 'info', 'us', 'A reviewer opens it in the order received.'),
    in_review: status('In review', 'info', 'us', 'Opened by a reviewer.'),
    changes_requested: status('Changes requested', 'warn', 'author', 'Answer the reviewer and submit again.'),
    approved: status('Approved', 'ok', 'author', 'Sign the agreement once.'),
    rejected: status('Rejected', 'bad', 'nobody', 'The decision gives the reasons.'),
    withdrawn: status('Withdrawn', 'neutral', 'nobody', 'Nothing more happens.'),
  },
  appeal: {
    open: status('Appeal open', 'info', 'us', 'A different reviewer decides.'),
    granted: status('Appeal granted', 'ok', 'us', 'The application is back in review with a different reviewer.'),
    dismissed: status('Appeal dismissed', 'neutral', 'nobody', 'The rejection is final.'),
    withdrawn: status('Appeal withdrawn', 'neutral', 'nobody', 'The rejection is final.'),
  },
  listing_appeal: {
    open: status('Appeal open', 'info', 'us', 'A reviewer who had no part in the decision decides.'),
    granted: status('Appeal granted', 'ok', 'nobody', 'The appealed decision was reversed.'),
    dismissed: status('Appeal dismissed', 'neutral', 'nobody', 'The decision is final.'),
    withdrawn: status('Appeal withdrawn', 'neutral', 'nobody', 'The decision is final.'),
    superseded: status('Appeal superseded', 'neutral', 'nobody', 'A newer submission took its place.'),
  },
  manifest_check: {
    waiting: status('Waiting', 'neutral', 'us', 'The checks run in the background.'),
    passed: status('Passed', 'ok', 'nobody', 'It passes every check that needs no secret.'),
    failed: status('Errors found', 'warn', 'author', 'Fix the errors before you submit it for listing.'),
  },
  account: {
    none: status('No application', 'neutral', 'author', 'Apply to publish Drives.'),
    pending_agreement: status('Agreement to sign', 'warn', 'author', 'Sign the agreement to get your signing secret.'),
    active: status('Active', 'ok', 'nobody', 'You have full access.'),
    agreement_update: status('New agreement', 'warn', 'author', 'Sign the new version before its deadline.'),
    suspended: status('Suspended', 'bad', 'us', 'A reviewer must lift the suspension.'),
    terminated: status('Closed', 'neutral', 'nobody', 'This account is closed.'),
  },
  agreement: {
    upcoming: status('Announced', 'info', 'author', 'You can read and sign it before it takes effect.'),
    in_force: status('In force', 'ok', 'nobody', 'This version applies.'),
    superseded: status('Superseded', 'neutral', 'nobody', 'A later version took its place.'),
  },
  clause: {
    added: status('Added', 'info', 'nobody', 'The previous version does not have this clause.'),
    removed: status('Removed', 'warn', 'nobody', 'This version does not have this clause.'),
    changed: status('Changed', 'warn', 'nobody', 'The wording changed.'),
    moved: status('Moved', 'neutral', 'nobody', 'Same wording, new number.'),
  },
  suspension: {
    suspended: status('Suspended', 'bad', 'us', 'Resume the account when the issue is resolved.'),
    resumed: status('Resumed', 'neutral', 'nobody', 'The account is active again.'),
  },
  offboarding: {
    announced: status('Announced', 'warn', 'nobody', 'It can be withdrawn until new installs close.'),
    final: status('Final', 'warn', 'nobody', 'Installs and the account end on the announced date.'),
    ended: status('Ended', 'neutral', 'nobody', 'The account has ended as announced.'),
    withdrawn: status('Withdrawn', 'neutral', 'nobody', 'The account stays open.'),
  },
  drive: {
    reserved: status('Reserved', 'neutral', 'author', 'Submit a manifest.'),
    in_review: status('In review', 'info', 'us', 'A reviewer is working on it.'),
    changes_requested: status('Changes requested', 'warn', 'author', 'Answer the findings and submit again.'),
    unlisted: status('Not published', 'neutral', 'author', 'Submit a manifest.'),
    listed: status('Live', 'ok', 'nobody', 'Operators can install it.'),
    live_update: status('Live, update in review', 'info', 'us', 'The live version stays until the update is approved.'),
    unreachable: status('Live, manifest unreachable', 'warn', 'author', 'Make the manifest URL reachable again.'),
    refusing: status('Live, refuses our calls', 'bad', 'author', 'See its installs for the reason.'),
    rejected: status('Rejected', 'bad', 'author', 'See the reasons on the submission.'),
    paused: status('Paused', 'warn', 'us', 'No new installs until it is resumed.'),
    sunset_announced: status('Retirement announced', 'warn', 'operator', 'Installs end on the announced date.'),
    closed_to_installs: status(
      'Closed to installs',
      'neutral',
      'nobody',
      'Running installs continue until the retirement date.',
    ),
    retired: status('Retired', 'neutral', 'nobody', 'Retired as announced. All its installs have ended.'),
    removed: status('Removed', 'bad', 'nobody', 'Removed by two people. All its installs have ended.'),
  },
  webhook: {
    unverified: status('Not verified', 'warn', 'author', 'Messages wait until your server has answered a test.'),
    active: status('On', 'ok', 'nobody', 'Messages are sent as events occur.'),
    disabled: status('Off', 'warn', 'author', 'Nothing is sent until you turn it on.'),
  },
  webhook_message: {
    pending: status('Waiting', 'info', 'us', 'It will be sent with the next attempt.'),
    delivered: status('Delivered', 'ok', 'nobody', 'Your server accepted it.'),
    failed: status('Failed', 'bad', 'author', 'Resend it when your server responds.'),
  },
  event_delivery: {
    pending: status('Waiting', 'info', 'us', 'It is sent with the next attempt.'),
    delivered: status('Delivered', 'ok', 'nobody', 'The plugin accepted it.'),
    failed: status('Failed', 'bad', 'author', 'The plugin did not accept it. It can be resent.'),
    cancelled: status('Cancelled', 'neutral', 'nobody', 'The install no longer received events.'),
  },
  host_operator: {
    invited: status('Invited', 'info', 'operator', 'The person has not responded yet.'),
    confirmed: status('Confirmed', 'ok', 'nobody', 'The person can act for the tenant.'),
    declined: status('Declined', 'neutral', 'nobody', 'The person declined the invitation.'),
    expired: status('Expired', 'neutral', 'nobody', 'Nobody responded in time. Invite the person again.'),
  },
  key_scope: {
    drive: status('Its own secret', 'neutral', 'nobody', 'One secret signs the calls for all installs.'),
    tenant: status('A secret per tenant', 'neutral', 'nobody', 'Each tenant that installs has a secret of its own.'),
    fleet: status('The fleet secret', 'special', 'nobody', 'A first-party Drive. An admin rotates the secret.'),
  },
  billing_model: {
    platform: status('Billed by us', 'neutral', 'nobody', 'It appears on your monthly invoice.'),
    author_billing: status(
      'Billed by the author',
      'info',
      'operator',
      'Agree on the price with its author. It never appears on our invoices.',
    ),
    first_party: status(
      'Billed by us',
      'neutral',
      'nobody',
      'A first-party plugin. It appears on your monthly invoice.',
    ),
  },
  conformance: {
    passing: status('Checks pass', 'ok', 'nobody', 'Those that need no install run again every day.'),
    failing: status('Checks fail', 'warn', 'author', 'Fix the findings of the latest run.'),
    unknown: status('Not checked yet', 'neutral', 'us', 'The checks run soon.'),
  },
  version: {
    received: status('Received', 'info', 'us', 'Checks start in a moment.'),
    detected: status('New version found', 'info', 'us', 'Checks start in a moment.'),
    validating: status('Validating', 'info', 'us', 'Checks are running.'),
    failed: status('Checks failed', 'bad', 'author', 'Fix the findings and submit again.'),
    in_review: status('Waiting for review', 'info', 'us', 'A reviewer decides.'),
    changes_requested: status('Changes requested', 'warn', 'author', 'Answer the findings and submit again.'),
    approved: status('Approved', 'ok', 'nobody', 'Approved at this digest.'),
    live: status('Live', 'ok', 'nobody', 'New installs get this version.'),
    held: status('Deferred', 'warn', 'author', 'The last good version stays live.'),
    superseded: status('Replaced', 'neutral', 'nobody', 'A newer version is live.'),
    rejected: status('Rejected', 'bad', 'author', 'The reasons are given below.'),
    withdrawn: status('Withdrawn', 'neutral', 'nobody', 'Nothing more happens.'),
  },
  check: {
    queued: status('Waiting', 'neutral', 'us', 'It runs after the ones before it.'),
    running: status('Running', 'info', 'us', 'Running now.'),
    pass: status('Passed', 'ok', 'nobody', 'Nothing to do.'),
    warn: status('Warned', 'warn', 'author', 'Worth fixing, does not block.'),
    fail: status('Failed', 'bad', 'author', 'Fix what is listed and run the check again.'),
    skipped: status('Not run', 'neutral', 'nobody', 'The reason stands with the check.'),
    observed: status('Observed', 'neutral', 'nobody', 'A new check that only watches. It blocks nothing.'),
    error: status('Errored', 'bad', 'us', 'A platform-side failure, not the Drive’s. Run it again.'),
  },
  verdict: {
    open: status('Not reviewed', 'info', 'us', 'A reviewer checks the evidence.'),
    pass: status('Passed', 'ok', 'nobody', 'Nothing to do.'),
    needs_change: status('Needs changes', 'warn', 'author', 'See the note.'),
    fail: status('Failed', 'bad', 'author', 'See the note.'),
    not_applicable: status('Not applicable', 'neutral', 'nobody', 'This criterion does not apply.'),
  },
  exception: {
    in_force: status('In force', 'special', 'nobody', 'It applies until its end date, for later versions too.'),
    expired: status('Expired', 'neutral', 'nobody', 'The next version needs a new one.'),
    ended: status('Ended', 'neutral', 'nobody', 'A reviewer ended it early.'),
  },
  evidence: {
    missing: status('Missing', 'bad', 'author', 'Upload a file that shows it.'),
    stated: status('Stated', 'info', 'us', 'A reviewer reads the file, and accepts or rejects it.'),
    accepted: status('Accepted', 'ok', 'nobody', 'Accepted by a reviewer until its end date.'),
    expiring: status('Accepted, ends soon', 'warn', 'author', 'Upload a newer file, unless yours is valid for longer.'),
    expired: status('Expired', 'bad', 'author', 'Upload a newer file, or remove the claim.'),
    rejected: status('Rejected', 'bad', 'author', 'Read the reason, and upload another file.'),
  },
  level: {
    error: status('To fix', 'bad', 'author', 'Blocks the submission.'),
    warning: status('Warning', 'warn', 'author', 'Worth fixing, does not block.'),
    info: status('Note', 'info', 'nobody', 'For your information.'),
  },
  effect: {
    consent: status(
      'Needs consent',
      'warn',
      'operator',
      'Installed copies keep their version until the operator agrees.',
    ),
    commercial: status('Price', 'warn', 'operator', 'Installed copies keep their price until the operator agrees.'),
    compliance: status('Compliance', 'warn', 'operator', 'Reviewed before it goes live.'),
    breaking: status('Breaking', 'bad', 'us', 'Reviewed before it goes live.'),
    additive: status('Notice', 'info', 'nobody', 'Adds something. No consent needed.'),
    cosmetic: status('Cosmetic', 'neutral', 'nobody', 'Wording only.'),
  },
  secret: {
    active: status('In use', 'ok', 'nobody', 'We sign with this secret.'),
    retiring: status('Ending', 'warn', 'author', 'Store the new secret before this one ends.'),
    retired: status('Ended', 'neutral', 'nobody', 'No longer accepted.'),
    revoked: status('Revoked', 'bad', 'nobody', 'No longer accepted.'),
  },
  dry_run: {
    none: status('Not tested', 'neutral', 'nobody', 'The installs have not been tested yet.'),
    running: status('Running', 'info', 'us', 'Results appear as they come in.'),
    done: status('Done', 'ok', 'nobody', 'Every running install was tested.'),
    abandoned: status('Not finished', 'warn', 'author', 'Start it again.'),
  },
  probe: {
    accepted: status('Accepted', 'ok', 'nobody', 'The install accepts requests signed with this secret.'),
    refused: status('Refused', 'bad', 'author', 'Store this secret where this install runs.'),
    failed: status('Error response', 'warn', 'author', 'The Drive responded with an error. Check its log.'),
    unreachable: status('Not responding', 'bad', 'author', 'No response. Check that the Drive is running.'),
  },
  payout_account: {
    none: status('Not set up', 'warn', 'author', 'Set up payouts. Your earnings accumulate until then.'),
    incomplete: status('Incomplete', 'warn', 'author', 'Add the missing information.'),
    verifying: status('Being verified', 'info', 'us', 'Usually under a minute.'),
    ready: status('Ready', 'ok', 'nobody', 'The next payout goes to this account.'),
    cooling_down: status('Recently changed', 'warn', 'nobody', 'Payouts pause for a few days after a change.'),
    rejected: status('Rejected by processor', 'bad', 'author', 'Contact support.'),
  },
  earning: {
    pending: status('Pending', 'info', 'nobody', 'Becomes available when the invoice is paid.'),
    earned: status('Earned', 'ok', 'us', 'Goes into the next payout.'),
  },
  payout: {
    computed: status('To pay', 'info', 'us', 'Part of a run not yet approved.'),
    reserved: status('Reserved', 'info', 'us', 'Approved, not sent yet.'),
    carried: status('Carried forward', 'neutral', 'nobody', 'Added to the next month.'),
    sending: status('Sending', 'info', 'us', 'The transfer is being made.'),
    settled: status('Paid', 'ok', 'nobody', 'The transfer is recorded.'),
    cancelled: status('Cancelled', 'neutral', 'nobody', 'Back in the balance.'),
  },
  bank: {
    none: status('Not at the bank yet', 'neutral', 'nobody', 'The processor pays out to the bank by its own schedule.'),
    pending: status('Waiting for the bank', 'info', 'nobody', 'Leaves with the next payout to the bank.'),
    in_transit: status('On its way to the bank', 'info', 'nobody', 'Arrives on the date that is shown.'),
    paid: status('At the bank', 'ok', 'nobody', 'The money has arrived.'),
    failed: status('Refused by the bank', 'bad', 'author', 'Check the bank details at the processor.'),
    returned: status('Returned by the bank', 'bad', 'author', 'Check the bank details at the processor.'),
  },
  hold: {
    active: status('In force', 'warn', 'us', 'Withholds its share of every run.'),
    ended: status('Ended', 'neutral', 'nobody', 'Withholds nothing more.'),
    releasing: status('Ended, releasing', 'info', 'nobody', 'Withheld amounts are released on their dates.'),
  },
  statement: {
    open: status('Not paid yet', 'info', 'us', 'Paid when the run of the month is executed.'),
    paid: status('Paid', 'ok', 'nobody', 'The transfer is recorded.'),
    carried: status('Carried forward', 'neutral', 'nobody', 'Added to the next month.'),
    nothing: status('Nothing owed', 'neutral', 'nobody', 'There was nothing to pay.'),
    altered: status(
      'Altered',
      'bad',
      'us',
      'It differs from the sealed original. Hidden until someone has checked it.',
    ),
  },
  run_reconciliation: {
    not_ended: status('Payouts not ended', 'neutral', 'us', 'Compared when the run has ended.'),
    to_compare: status('Not compared yet', 'info', 'us', 'The next reconciliation looks for its transfers.'),
    open: status('Open', 'bad', 'us', 'Close the open exceptions; no run is paid before that.'),
    done: status('Reconciled', 'ok', 'nobody', 'Every transfer was found at the processor.'),
  },
  export: {
    queued: status('Waiting', 'neutral', 'us', 'It starts in a moment.'),
    running: status('In progress', 'info', 'us', 'You can leave this page; it continues.'),
    done: status('Ready', 'ok', 'nobody', 'Kept for 30 days.'),
    failed: status('Failed', 'bad', 'us', 'See the reason in its row.'),
  },
  run: {
    draft: status('Preview', 'neutral', 'us', 'Not computed yet.'),
    computing: status('Computing', 'info', 'us', 'Amounts are being computed.'),
    computed: status('Awaiting second person', 'warn', 'us', 'Someone other than the preparer must approve.'),
    approved: status('Approved, not executed', 'info', 'us', 'Execute it.'),
    executing: status('Paying', 'info', 'us', 'You can leave this page; it continues.'),
    paused: status('Paused', 'warn', 'us', 'Resume it to continue.'),
    partially_failed: status('Done, some failed', 'bad', 'us', 'Retry the failed ones.'),
    settled: status('Done', 'ok', 'nobody', 'Every payout of the run is complete.'),
    cancelled: status('Cancelled', 'neutral', 'nobody', 'Nothing was paid.'),
  },
  install: {
    requested: status('Installing', 'info', 'us', 'We are calling the plugin.'),
    sending: status('Installing', 'info', 'us', 'We are calling the plugin.'),
    active: status('Active', 'ok', 'nobody', 'Running.'),
    upgrade: status('Upgrade available', 'info', 'operator', 'Nothing changes until you act.'),
    unreachable: status('Not responding', 'bad', 'author', 'The author must fix it.'),
    refusing: status('Not working', 'bad', 'author', 'It refuses our calls. The author must fix it.'),
    unknown: status('Waiting for a response', 'warn', 'us', 'Nothing is charged.'),
    attention: status('Needs a decision', 'bad', 'operator', 'The plugin has not answered.'),
    token_refused: status('Token refused', 'bad', 'operator', 'Get a new token.'),
    paused: status('Paused', 'bad', 'operator', 'A requirement is not met. See who must act.'),
    lapsed: status('Requirement not met', 'bad', 'operator', 'See what is missing and who must act.'),
    failed: status('Install failed', 'bad', 'author', 'Nothing was charged.'),
    revoking: status('Removing', 'neutral', 'us', 'Access and billing have ended.'),
    revoked: status('Removed', 'neutral', 'nobody', 'Access has ended.'),
  },
  prompt: {
    open: status('Waiting for your answer', 'warn', 'operator', 'Nothing changes until you act.'),
    accepted: status('Accepted', 'ok', 'nobody', 'The new version runs.'),
    declined: status('Kept', 'neutral', 'nobody', 'The installed version stays.'),
    superseded: status('Replaced', 'neutral', 'nobody', 'A newer version is available.'),
  },
  outcome: {
    alone: status('Upgrades automatically', 'ok', 'nobody', 'The tenant’s policy accepts it automatically.'),
    consent: status('Needs consent', 'warn', 'operator', 'Nothing changes until the operator decides.'),
    blocked: status('Blocked', 'bad', 'operator', 'It cannot be accepted until the cause is resolved.'),
  },
  invoice: {
    draft: status('Draft', 'neutral', 'us', 'The month is not closed.'),
    open: status('Open', 'info', 'us', 'Being charged.'),
    paid: status('Paid', 'ok', 'nobody', 'Nothing is due.'),
    past_due: status('Overdue', 'warn', 'operator', 'Add a working payment method.'),
    below_minimum: status('Too small to charge', 'neutral', 'nobody', 'Added to the next invoice.'),
    uncollectible: status('Not collected', 'bad', 'us', 'No further automatic attempt.'),
    credited: status('Cancelled', 'neutral', 'nobody', 'Nothing to pay. The credit note says why.'),
  },
  refund: {
    requested: status('To be sent', 'info', 'us', 'Sent to the processor in a moment.'),
    sending: status('Being sent', 'info', 'us', 'Waiting for the processor.'),
    pending: status('On its way', 'info', 'us', 'The processor is handling it. Banks can take several days.'),
    succeeded: status('Refunded', 'ok', 'nobody', 'Nothing to do.'),
    failed: status('Not refunded', 'bad', 'us', 'It had no effect. You can issue it again.'),
  },
  dispute: {
    warning_needs_response: status(
      'Inquiry to answer',
      'warn',
      'us',
      'The bank asks for information. No money has been withdrawn.',
    ),
    warning_under_review: status('Inquiry answered', 'info', 'us', 'The bank is reviewing our response.'),
    warning_closed: status('Inquiry closed', 'ok', 'nobody', 'No money was taken.'),
    prevented: status('Prevented', 'ok', 'nobody', 'No money was taken.'),
    needs_response: status('To answer', 'warn', 'us', 'Submit evidence before the deadline, or accept the dispute.'),
    unanswered: status('Not answered', 'bad', 'nobody', 'The deadline has passed. The bank decides.'),
    under_review: status('Answered', 'info', 'us', 'The bank decides.'),
    lost: status('Lost', 'bad', 'nobody', 'The money was withdrawn. An appeal may still recover it.'),
    appeal_needs_response: status(
      'Appeal to answer',
      'warn',
      'us',
      'Send evidence for the appeal before its deadline.',
    ),
    appeal_under_review: status('Appeal answered', 'info', 'us', 'The bank decides on the appeal.'),
    won: status('Won', 'ok', 'nobody', 'The money was returned.'),
  },
  credit_note: {
    issued: status('Issued', 'ok', 'nobody', 'Valid.'),
    countered: status('Refund failed', 'bad', 'us', 'Reversed by a counter-document. Refund the invoice again.'),
  },
  payment: {
    sending: status('Being charged', 'info', 'us', 'Waiting for the processor.'),
    succeeded: status('Paid', 'ok', 'nobody', 'Nothing to do.'),
    declined: status('Declined', 'bad', 'operator', 'Add a working payment method.'),
    requires_action: status('To confirm', 'warn', 'operator', 'Confirm the payment.'),
    void: status('Not made', 'neutral', 'nobody', 'It was never sent to the processor.'),
    stuck: status('Outcome not known yet', 'warn', 'us', 'We keep checking with the processor.'),
    surplus: status('Paid twice', 'warn', 'us', 'Refunded by us.'),
  },
  reconciliation_item: {
    open: status('Open', 'warn', 'us', 'Finance must find the cause.'),
    explained: status('Explained', 'info', 'us', 'Close it, or have the write-off approved by another person.'),
    closed: status('Closed', 'ok', 'nobody', 'Nothing more happens.'),
  },
  tenant_status: {
    good: status('In good standing', 'ok', 'nobody', 'Everything is paid.'),
    past_due: status('Payment overdue', 'warn', 'operator', 'Save another card, or pay now.'),
    suspended: status('Suspended', 'bad', 'operator', 'Paid plugins run again when the invoice is paid.'),
  },
  approval: {
    yours: status('To decide', 'warn', 'us', 'It waits for your decision.'),
    waiting: status('Waiting', 'info', 'us', 'A second person decides.'),
    approved: status('Approved', 'ok', 'nobody', 'It was carried out.'),
    refused: status('Refused', 'neutral', 'nobody', 'Nothing was carried out.'),
    withdrawn: status('Withdrawn', 'neutral', 'nobody', 'It can be proposed again.'),
    superseded: status('Superseded', 'neutral', 'nobody', 'Something that happened since took its place.'),
    expired: status('Expired', 'neutral', 'nobody', 'It waited too long. Propose it again.'),
  },
  run_exception: {
    above_median: status('Above 3 × the median', 'warn', 'us', 'More than three times the author’s usual payout.'),
    account_changed: status(
      'Different payout account',
      'warn',
      'us',
      'It goes to a different account than the last payout.',
    ),
    first_payout: status('First payout', 'info', 'us', 'The author has not been paid before.'),
    new: status('Not paid last time', 'info', 'us', 'The previous run paid nothing.'),
    awaiting_payment: status('Not paid by the tenant', 'neutral', 'operator', 'Owed once the tenant pays.'),
    next_run: status('Next run', 'info', 'us', 'Goes into the next run.'),
    in_payout: status('Set aside', 'info', 'us', 'About to be sent.'),
    outcome_unknown: status('Not confirmed yet', 'warn', 'us', 'Checked before anything is sent again.'),
    negative_balance: status('Negative balance', 'neutral', 'nobody', 'Deducted from the next months.'),
    negative_overdue: status('Negative for too long', 'bad', 'us', 'Settle it with the author.'),
    below_minimum: status('Below the minimum payout', 'neutral', 'nobody', 'Carried to the next month.'),
    rounded_down: status('Rounded down', 'neutral', 'nobody', 'The rest is carried to the next month.'),
    no_account: status('No payout account', 'warn', 'author', 'Paid with the first run after one is set up.'),
    country_unsupported: status(
      'Country not supported',
      'warn',
      'nobody',
      'Kept until payouts to the country are supported.',
    ),
    account_not_ready: status('Account not ready', 'warn', 'author', 'The processor needs more information.'),
    cooling_down: status('Account recently changed', 'info', 'nobody', 'Paid after the waiting time.'),
    left_out: status('Excluded by finance', 'info', 'us', 'Carried to the next run.'),
    shared_bank: status('Shared bank account', 'warn', 'us', 'Paid once finance has decided about it.'),
    not_reconciled: status('Not reconciled', 'warn', 'us', 'Paid once the exception behind it is closed.'),
    refused_by_processor: status('Refused by processor', 'bad', 'author', 'Paid once the account can receive.'),
    bank_refused: status('Refused by the bank', 'bad', 'author', 'Paid once the bank accepts payouts again.'),
    unknown_transfer: status(
      'Paid outside this run',
      'bad',
      'us',
      'The processor has a transfer that is not in our books.',
    ),
    held_review: status('Held for review', 'warn', 'us', 'End the hold when the review is done.'),
    held_dispute_rate: status('Held for disputes', 'info', 'nobody', 'Released automatically.'),
    held_tax: status('Held for tax details', 'warn', 'author', 'Released when the details are complete.'),
    held_manual: status('Held by finance', 'warn', 'us', 'Kept until the hold ends.'),
    disputed: status('In a dispute', 'warn', 'us', 'Released when the dispute is won.'),
  },
  run_decision: {
    include: status('Include', 'ok', 'nobody', 'Paid as computed.'),
    carry: status('Leave out', 'info', 'nobody', 'Carried to the next run.'),
    hold: status('Hold', 'warn', 'us', 'Kept until the hold is ended.'),
  },
  period: {
    open: status('Running', 'info', 'nobody', 'Charges are collected until the month ends.'),
    ended: status('To close', 'warn', 'us', 'Close the month to make its invoices.'),
    closing: status('Closing', 'info', 'us', 'Invoices are being made.'),
    closed: status('Closed', 'ok', 'nobody', 'Its invoices are final.'),
  },
  delivery: {
    pending: status('Waiting', 'neutral', 'us', 'Handled in a moment.'),
    done: status('Done', 'ok', 'nobody', 'Handled.'),
    failed: status('Failed', 'bad', 'us', 'Retry it when the cause is resolved.'),
  },
  part: {
    working: status('Working', 'ok', 'nobody', 'It did what it is for when it was looked at.'),
    failing: status('Not working', 'bad', 'us', 'It is looked at again every minute.'),
    no_record: status('No record', 'neutral', 'us', 'Nobody has looked at it for five minutes.'),
  },
  schedule: {
    waiting: status('Not run yet', 'neutral', 'us', 'Starts at its time.'),
    running: status('Running', 'info', 'us', 'Runs now.'),
    done: status('OK', 'ok', 'nobody', 'The last run succeeded.'),
    failed: status('Failed', 'bad', 'us', 'The last run failed. The next one starts automatically.'),
    late: status('Late', 'bad', 'us', 'It should have started. Check that a worker is running.'),
    interrupted: status('Interrupted', 'bad', 'us', 'Its worker stopped midway. The next run starts automatically.'),
  },
  deployment_check: {
    passed: status('Passed', 'ok', 'nobody', 'It was checked and is so.'),
    failed: status('Failed', 'bad', 'us', 'Do what the check advises.'),
    not_checked: status('Not checked', 'neutral', 'us', 'Check it as the advice says.'),
  },
} as const satisfies Record<string, Record<string, StatusText>>;

export type StatusKind = keyof typeof vocabulary;

/** The codes that have words of a kind. */
export type StatusCode<K extends StatusKind> = { [One in K]: Extract<keyof (typeof vocabulary)[One], string> }[K];

/** A code to be shown with the words of a kind: where the API lists its values, each must have one. */
export type ShownCode<K extends StatusKind, C extends string> = C & (string extends C ? unknown : StatusCode<K>);

/** The text of a status, or null when the vocabulary does not know the code. */
export function findStatus(kind: StatusKind, code: string): StatusText | null {
  const entries: Record<string, StatusText> = vocabulary[kind];
  return Object.hasOwn(entries, code) ? (entries[code] ?? null) : null;
}

const wordOf =
  (words: Readonly<Record<string, string>>) =>
  (code: string): string =>
    Object.hasOwn(words, code) ? (words[code] ?? code) : code;

/** What a filter by status offers: the badges of these codes. */
export function badgesOf<K extends StatusKind, const C extends StatusCode<K>>(kind: K, codes: readonly C[]) {
  return Object.fromEntries(codes.map((code) => [code, findStatus(kind, code)?.badge])) as Record<C, string>;
}

/** Why an upgrade asks somebody, or why nobody can accept it yet; one sentence each. An unknown code shows itself. */
export const upgradeReason = wordOf({
  consent: 'It requests more permissions or data.',
  commercial: 'It changes price, quota or billing terms.',
  compliance: 'It changes compliance claims.',
  breaking: 'It changes something existing installs rely on.',
  price_raised: 'It costs more than the installed version.',
  settings_required: 'It needs settings that an install may lack.',
  asked_first: 'The tenant’s policy is to ask before every upgrade.',
  baa_required: 'It needs a business-associate agreement (BAA) that is not on file for your organisation.',
  residency_missing: 'It does not state that it keeps data in the region your organisation requires.',
  compliance_missing: 'Your organisation is regulated, and it does not state how it handles regulated data.',
  claims_unproven: 'Reviewers have not accepted what your organisation relies on of its compliance claims.',
});

/** Meaning of the day of an unpaid part; the same words as in the files of a statement. */
export const DATE_WORDS = {
  expected: 'Expected from',
  looked_at: 'Reviewed again on',
  act_by: 'Action required by',
  tried_again: 'Retried on',
} as const;

/** Who moved a listing. */
export const changedBy = wordOf({
  author: 'its author',
  staff: 'staff of the portal',
  portal: 'the portal, as announced',
});
