import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListResult } from '../../api/hooks.js';
import { moveByRow } from '../../lib/row-keys.js';
import { EmptyState, EmptyFiltered } from '../feedback/feedback.js';
import { Rows } from './rows.js';
import { titleOf, type Titled } from '../../text/labels.js';

type PageOfOne = Extract<LinkProps['to'], `${string}/$id${string}`>;

export interface Column<T, Id extends string = string> {
  id: Id;
  /** The page of one thing that the cell links to: of the row, unless `toId` names another. */
  to?: PageOfOne;
  toId?: (row: T) => string;
  /** The link takes the filters of the list along. */
  keepsSearch?: boolean;
  /** Numbers are right-aligned. */
  right?: boolean;
  cell: (row: T) => ReactNode;
  /** Sort key of the server when its header is pressed; with a minus the largest first. */
  sortBy?: string;
}

/** The order of a list that its server sorts. */
interface Sorting {
  by: string;
  onSort: (by: string) => void;
}

/** A sentence for a table without rows. */
const orSentence = (empty: ReactNode) => (typeof empty === 'string' ? <EmptyState>{empty}</EmptyState> : empty);

interface TableProps<T, Id extends string> {
  /** Names the table for people who do not see it. */
  label: string;
  /** The head of each is named by its id: `columns` of the texts of the page before `labels`. */
  columns: readonly Column<T, Id>[];
  rows: readonly T[];
  /** Tells the rows apart; needed where they have no `id`. */
  rowKey?: (row: T) => string;
  busy?: boolean;
  sorting?: Sorting;
  /** Shown instead of a table without rows. */
  empty?: ReactNode;
}
const idOf = (row: unknown): string => (row as { id: string }).id;

export type DataTableProps<T, Id extends string> = TableProps<T, Id> & Titled<NoInfer<Id>>;

/**
 * Rows in a box that scrolls sideways by itself, on a phone a card each; the first column is the link to the row. j and k
 * walk over these links.
 */
export function DataTable<T, Id extends string>({
  label,
  titles,
  columns,
  rows,
  rowKey = idOf,
  busy,
  sorting,
  empty,
}: DataTableProps<T, Id>) {
  if (rows.length === 0 && empty !== undefined) return orSentence(empty);
  return (
    <div className="table-box" role="region" aria-label={label} tabIndex={0} onKeyDown={moveByRow}>
      {busy ? <div className="busy-bar" /> : null}
      <table className="table row-cards">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={column.right ? 'right' : undefined}
                aria-sort={sortOf(column.sortBy, sorting)}
              >
                {column.sortBy && sorting ? (
                  <SortButton title={titleOf(column.id, titles)} sortBy={column.sortBy} sorting={sorting} />
                ) : (
                  titleOf(column.id, titles)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={column.right ? 'right' : undefined}
                  data-title={titleOf(column.id, titles)}
                >
                  {column.to ? (
                    <Link
                      to={column.to}
                      params={{ id: (column.toId ?? idOf)(row) }}
                      search={column.keepsSearch ? true : {}}
                    >
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sortOf(sortBy: string | undefined, sorting: Sorting | undefined): 'ascending' | 'descending' | undefined {
  if (sortBy === undefined || sorting === undefined) return undefined;
  return sorting.by === sortBy ? 'ascending' : sorting.by === `-${sortBy}` ? 'descending' : undefined;
}

/** The largest first, then the smallest first. */
function SortButton({ title, sortBy, sorting }: { title: string; sortBy: string; sorting: Sorting }) {
  const now = sortOf(sortBy, sorting);
  return (
    <button
      type="button"
      className="sort-button"
      onClick={() => sorting.onSort(now === 'descending' ? sortBy : `-${sortBy}`)}
    >
      {title}
      <span aria-hidden="true">{now === 'descending' ? ' ▼' : now === 'ascending' ? ' ▲' : ' ↕'}</span>
    </button>
  );
}

type ListTableProps<T, Id extends string> = Omit<TableProps<T, Id>, 'rows' | 'busy' | 'empty'> &
  Titled<NoInfer<Id>> & {
    list: ListResult<T>;
    /** Shown before the first row exists. */
    empty: ReactNode;
    /** Given when filters are set: shows the other empty state. */
    onClearFilters?: () => void;
  };

/** A cursor list with all its states. Sorting, filtering and paging are the server's. */
export function ListTable<T, Id extends string>({ list, empty, onClearFilters, ...table }: ListTableProps<T, Id>) {
  return (
    <Rows of={list} what={table.label.toLowerCase()}>
      {(rows) =>
        rows.length > 0 ? (
          <DataTable {...(table as DataTableProps<T, Id>)} rows={rows} busy={list.isFetching} />
        ) : onClearFilters ? (
          <EmptyFiltered onClear={onClearFilters} />
        ) : (
          orSentence(empty)
        )
      }
    </Rows>
  );
}
