export interface DemoPerson {
  readonly person: string;
  readonly name: string;
  readonly email: string;
  /** The person's part in the story, for the landing page. */
  readonly does: string;
  readonly staffRole: 'reviewer' | 'finance' | 'admin' | null;
}

/** The password that demo persons use to confirm their identity. Accepted in demo mode only. */
export const DEMO_PASSWORD = 'demo';

/** The author of the story that runs on a sandbox's first start, with everything an author has. */
export const PLAYED_AUTHOR: DemoPerson = {
  person: 'played-author',
  name: 'Ada Story',
  email: 'played-author@demo.local',
  does: 'Has been through it all: her Drive is listed, installed and paid for.',
  staffRole: null,
};

/** The demo persons in the order of the story. */
export const DEMO_PERSONS: readonly DemoPerson[] = [
  {
    person: 'author',
    name: 'Ada Author',
    email: 'author@demo.local',
    does: 'Applies, signs the agreement, submits a Drive and is paid.',
    staffRole: null,
  },
  {
    person: 'reviewer',
    name: 'Rui Reviewer',
    email: 'reviewer@demo.local',
    does: 'Judges applications, listings and risky new versions.',
    staffRole: 'reviewer',
  },
  {
    person: 'second-reviewer',
    name: 'Rita Reviewer',
    email: 'second-reviewer@demo.local',
    does: 'Decides what one reviewer may not decide alone: appeals, exceptions and removals.',
    staffRole: 'reviewer',
  },
  {
    person: 'operator',
    name: 'Olga Operator',
    email: 'operator@demo.local',
    does: 'Installs Drives into ventures and accepts upgrades.',
    staffRole: null,
  },
  {
    person: 'finance-preparer',
    name: 'Paul Preparer',
    email: 'finance-preparer@demo.local',
    does: 'Closes the month and prepares the payout run.',
    staffRole: 'finance',
  },
  {
    person: 'finance-approver',
    name: 'Ann Approver',
    email: 'finance-approver@demo.local',
    does: 'Approves and executes what another person prepared.',
    staffRole: 'finance',
  },
  {
    person: 'admin',
    name: 'Max Admin',
    email: 'admin@demo.local',
    does: 'Grants roles, makes tenants and reads the audit trail.',
    staffRole: 'admin',
  },
  {
    person: 'second-admin',
    name: 'Mia Admin',
    email: 'second-admin@demo.local',
    does: 'Approves roles of staff and tokens of the host that another admin proposed.',
    staffRole: 'admin',
  },
];
