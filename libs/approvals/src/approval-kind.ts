import { Injectable } from '@nestjs/common';
import type { ErrorDef } from '@portal/kernel';
import type { Actor, Role } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';

/** What a proposal is about, as read when it is made. */
export interface ApprovalSubject {
  /** One proposal of a kind waits per subject. After `#`: which of several about the same thing. */
  readonly subjectId: string;
  /** What will be done, in one line: `Share of Adwright: 70 % to 75 % from 2027-01`. */
  readonly title: string;
  /** People it is about, who do not decide. */
  readonly people?: readonly string[];
  /** Organisations it is about, whose members neither propose nor decide. */
  readonly organizations?: readonly string[];
  readonly tenants?: readonly string[];
  /** Minor units. */
  readonly amount?: { readonly minor: bigint; readonly currency: string };
}

/** What happens when it is approved now, for the person who decides. */
export interface ApprovalPreview {
  /** One sentence each. */
  readonly effects: readonly string[];
  /** Beneficiaries and payers with their balances. Minor units. */
  readonly balances?: readonly { account: string; currency: string; before: bigint; after: bigint }[];
  /** Warnings for the person who decides, one sentence each. */
  readonly warnings?: readonly string[];
}

/** A proposal that was just approved, in the transaction that decides. */
export interface Approved<P> {
  readonly id: string;
  readonly payload: P;
  readonly reason: string;
  readonly proposedBy: string;
  readonly proposedByName: string;
}

/**
 * Something that needs a second person: one provider of the feature that does it, in the file of its name.
 * `P` is plain JSON, stored as proposed and never changed.
 */
export interface ApprovalKind<P extends object = object> {
  /** Unique, such as `revenue_share`. */
  readonly kind: string;
  /** Of the audit entries, such as `invoice`; their actions are `<kind>.proposed`, `<kind>.approved` and so on. */
  readonly subjectType: string;
  /** For people: `Revenue share`. */
  readonly name: string;
  /** Whose holders may propose and decide. */
  readonly roles: readonly Role[];
  /** Milliseconds that it waits, a week by default. */
  readonly waitsMs?: number;
  /** A newer proposal about the subject supersedes the one that waits; otherwise it is refused. */
  readonly replaces?: boolean;
  /** Refusals by the name of the constraint that `apply` may violate. */
  readonly refusals?: Readonly<Record<string, ErrorDef>>;
  /** Checks the proposal against what is there now. @throws AppError when it may not be proposed */
  subject(tx: Tx, payload: P): Promise<ApprovalSubject>;
  preview?(payload: P): Promise<ApprovalPreview>;
  /** Carries it out, after checking again. @throws AppError when it cannot be done now; it continues to wait */
  apply(tx: Tx, approved: Approved<P>, actor: Actor): Promise<void>;
  /** After somebody refused or withdrew it, for what waits for the decision. `note`: why, if that was said. */
  ended?(tx: Tx, proposal: Approved<P>, actor: Actor, note: string | null): Promise<void>;
}

/** Registry of kinds. Features register theirs; a process that decides has all of them. */
@Injectable()
export class ApprovalKinds {
  private readonly kinds = new Map<string, ApprovalKind>();

  /** @throws Error when the kind is already registered */
  register<P extends object>(kind: ApprovalKind<P>): void {
    if (this.kinds.has(kind.kind)) throw new Error(`approvals of kind ${kind.kind} are registered already`);
    this.kinds.set(kind.kind, kind as unknown as ApprovalKind);
  }

  /** @throws Error when nothing of the kind is registered */
  get(kind: string): ApprovalKind {
    const found = this.kinds.get(kind);
    if (!found) throw new Error(`no approvals of kind ${kind} are registered`);
    return found;
  }

  find(kind: string): ApprovalKind | undefined {
    return this.kinds.get(kind);
  }

  /** What holders of one of these roles decide, by name. */
  decidedBy(roles: readonly Role[]): { kind: string; name: string }[] {
    return [...this.kinds.values()]
      .filter((one) => one.roles.some((role) => roles.includes(role)))
      .map(({ kind, name }) => ({ kind, name }))
      .sort((a, b) => a.name.localeCompare(b.name));
  }
}
