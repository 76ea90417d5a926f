import { Injectable, type Provider, type Type } from '@nestjs/common';
import { AppError, commonErrors, type Capabilities } from '@portal/kernel';
import { hasRole, type Actor, type Role } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';

export interface FoundThing<S extends string = string> {
  readonly state: S;
  readonly name: string;
  /** Organisations and tenants that it belongs to, whose members neither switch nor end. */
  readonly organizations: readonly string[];
}

/** Something whose capabilities staff see and two of them switch off: one provider of the lib that owns it. */
export interface CapableThing<S extends string = string> {
  readonly table: Capabilities<S>;
  /** Whose holders see and switch. */
  readonly roles: readonly Role[];
  /** Undefined when there is none of that id. */
  find(tx: Tx, id: string): Promise<FoundThing<S> | undefined>;
}

/** Registry of things. Features register theirs. */
@Injectable()
export class CapableThings {
  private readonly things = new Map<string, CapableThing>();

  register(thing: CapableThing): void {
    this.things.set(thing.table.thing, thing);
  }

  /** @throws AppError `not_found` (404), `forbidden` (403) for whom the kind of thing does not concern */
  of(name: string, actor: Actor): CapableThing {
    const thing = this.get(name);
    if (!thing.roles.some((role) => hasRole(actor, role))) throw new AppError(commonErrors.forbidden);
    return thing;
  }

  /** @throws AppError `not_found` (404) */
  get(name: string): CapableThing {
    const thing = this.things.get(name);
    if (!thing) throw new AppError(commonErrors.not_found);
    return thing;
  }
}

/** Provides kinds of things and registers them. */
export function capableThing<S extends string>(...things: Type<CapableThing<S>>[]): Provider[] {
  const register: Provider = {
    provide: `capable ${things.map(({ name }) => name).join(', ')}`,
    inject: [CapableThings, ...things],
    useFactory: (all: CapableThings, ...ones: CapableThing[]) => ones.forEach((one) => all.register(one)),
  };
  return [...things, register];
}
