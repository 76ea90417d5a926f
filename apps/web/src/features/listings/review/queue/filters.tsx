import type { ReactNode } from 'react';
import { useFilter } from '../../../../components/tables/filter.js';
import { common } from '../../../../text/common.js';
import { texts } from '../../texts/review.js';

const { parties, kinds, dues, us, whoActs } = texts.queueFilters;

/** Who has to act. */
export const useParty = (): ['author' | 'all' | undefined, ReactNode] =>
  useFilter('party', { label: whoActs, choices: parties, any: us });

/** Kind of a submission. */
export const useKind = (): ['initial' | 'update' | undefined, ReactNode] =>
  useFilter('kind', { label: common.kind, choices: kinds });

/** Whether it should have been done by now. */
export const useDue = (): ['overdue' | undefined, ReactNode] => useFilter('due', { label: common.due, choices: dues });
