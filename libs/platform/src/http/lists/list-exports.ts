import { Injectable, type Provider, type Type } from '@nestjs/common';
import { AppError, commonErrors, type Page } from '@portal/kernel';
import type { Actor } from '../../access/actor.js';
import { createValidationPipe } from '../fields/validation.js';

/** The validated filter of an exported list, without a cursor. */
export type ExportFilter = Readonly<Record<string, string | boolean>>;

/** Cursor of the next part, in addition to the filter. */
interface ExportPlace {
  readonly cursor?: string;
  readonly limit: number;
}

/** A list that can be exported: the same rows as on its page, in the same order. */
export interface ExportableList<Q extends object = object> {
  /** Unique name such as `refunds`. */
  readonly kind: string;
  /** The class that validates its filter. */
  readonly query: new () => Q;
  /** Columns in the order of the file. */
  readonly columns: readonly string[];
  /** A list without pagination returns all rows. */
  page(query: Q & ExportPlace): Promise<Page<object>>;
  /**
   * Replaces filter values that depend on the caller (such as "me") by fixed ones, because the file is created without
   * the caller.
   */
  asked?(filter: ExportFilter, actor: Actor): ExportFilter;
}

/** Registry of lists that can be exported. Features register their lists; the exporter looks them up here. */
@Injectable()
export class ListExports {
  private readonly lists = new Map<string, ExportableList>();
  private readonly pipe = createValidationPipe();

  /** @throws Error when the kind is already registered */
  register<Q extends object>(list: ExportableList<Q>): void {
    if (this.lists.has(list.kind)) throw new Error(`a list called ${list.kind} has registered already`);
    this.lists.set(list.kind, list as unknown as ExportableList);
  }

  find(kind: string): ExportableList | undefined {
    return this.lists.get(kind);
  }

  /**
   * Validates the filter like the list's own route, for `actor`.
   * @throws AppError `invalid_request` (400) with pointers below `/filter`
   */
  async filter(list: ExportableList, given: object, actor: Actor): Promise<ExportFilter> {
    const places = ['cursor', 'limit'].filter((name) => name in given);
    if (places.length > 0) {
      const message = 'A file has all rows.';
      throw new AppError(commonErrors.invalid_request, {
        details: places.map((name) => ({ pointer: `/filter/${name}`, code: 'unknown_field', message })),
      });
    }
    const { cursor: _, limit: __, ...checked } = await this.checked(list, given);
    const filter = Object.fromEntries(Object.entries(checked).filter(([, value]) => value !== undefined));
    return list.asked?.(filter as ExportFilter, actor) ?? (filter as ExportFilter);
  }

  private async checked(list: ExportableList, given: object): Promise<Partial<ExportPlace>> {
    try {
      return (await this.pipe.transform({ ...given }, { type: 'body', metatype: list.query })) as Partial<ExportPlace>;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const details = error.details.map((detail) => ({ ...detail, pointer: `/filter${detail.pointer}` }));
      throw new AppError(commonErrors.invalid_request, { details, cause: error });
    }
  }
}

interface ListOf<Q extends object, U> extends Omit<ExportableList<Q>, 'page'> {
  readonly from: Type<U>;
  readonly page: (from: U, query: Q & ExportPlace) => Promise<Page<object>>;
}

/** Registers a list that a query of the module reads, which the module provides too. */
export function listExport<Q extends object, U>({ from, page, ...list }: ListOf<Q, U>): Provider {
  return {
    provide: `export ${list.kind}`,
    inject: [ListExports, from],
    useFactory: (exports: ListExports, instance: U) => {
      exports.register<Q>({ ...list, page: (query) => page(instance, query) });
      return list.kind;
    },
  };
}
