import { Injectable } from '@nestjs/common';
import { AppError, commonErrors, type Page } from '@portal/kernel';
import type { Actor } from '../../access/actor.js';
import { createValidationPipe } from '../validation.js';

/** What a list was narrowed by when it was asked for as a file; checked, and without a place in it. */
export type ExportFilter = Readonly<Record<string, string | boolean>>;

/** Where a file continues, in addition to its filters. */
interface ExportPlace {
  readonly cursor?: string;
  readonly limit: number;
}

/** A list that can be taken along as a file: the same rows as on its page, in the same order. */
export interface ExportableList<Q extends object = object> {
  /** Such as `refunds`; no other list has it. */
  readonly kind: string;
  /** What narrows it, with its rules. */
  readonly query: new () => Q;
  /** Of a row, in the order of the file. */
  readonly columns: readonly string[];
  /** A list without pages answers with all of it. */
  page(query: Q & ExportPlace): Promise<Page<object>>;
  /** What a filter says about whoever asks becomes what it says about anybody, as the file is made without them. */
  asked?(filter: ExportFilter, actor: Actor): ExportFilter;
}

/** Lists that can be taken along as files. The features that have them say so; who makes the files asks here. */
@Injectable()
export class ListExports {
  private readonly lists = new Map<string, ExportableList>();
  private readonly pipe = createValidationPipe();

  /** @throws Error when another list has the kind */
  register<Q extends object>(list: ExportableList<Q>): void {
    if (this.lists.has(list.kind)) throw new Error(`a list called ${list.kind} has registered already`);
    this.lists.set(list.kind, list as unknown as ExportableList);
  }

  find(kind: string): ExportableList | undefined {
    return this.lists.get(kind);
  }

  /**
   * The filter as the list's own route would take it, for `actor`.
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
