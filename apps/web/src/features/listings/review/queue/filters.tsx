import type { ReactNode } from 'react';
import { useFilter } from '../../../../components/tables/filter.js';
import { texts } from '../../texts/review.js';

const { parties, kinds, dues, us, whoActs, kind, due } = texts.queueFilters;

/** Who has to act. */
export const useParty = (): ['author' | 'all' | undefined, ReactNode] =>
  useFilter('party', { label: whoActs, choices: parties, any: us });

/** Kind of a submission. */
export const useKind = (): ['initial' | 'update' | undefined, ReactNode] =>
  useFilter('kind', { label: kind, choices: kinds });

/** Whether it should have been done by now. */
export const useDue = (): ['overdue' | undefined, ReactNode] => useFilter('due', { label: due, choices: dues });
