import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { patch, post } from '../../../api/calls.js';
import { ApiError } from '../../../api/errors.js';
import type { ApplicationDto, ApplicationView } from '../../../api/schema.js';
import { ME } from '../../../api/session.js';
import { expectedRevision } from '../../../components/forms/edit-error.js';
import { texts } from '../texts/applications.js';

/** The form before anything is written. */
const empty = {
  founder_name: '',
  company_name: '',
  country: '',
  website: '',
  github: '',
  drive_name: '',
  drive_slug: '',
  description: '',
  category: '',
  intended_scopes: '',
  data_classes: '',
  security_contact: '',
  manifest_url: '',
};
type Category = NonNullable<ApplicationDto['category']>;
/** Written in one line, words apart from each other by commas or blanks. */
type ListField = 'intended_scopes' | 'data_classes';
const wordsOf = (line: string): string[] => line.split(/[\s,;]+/).filter((word) => word !== '');

export type Answers = typeof empty;

/** Of a new application: as the server begins it, by the name of whoever applies. */
export function answersOf(application: ApplicationView | undefined, applicant: string): Answers {
  if (!application) return { ...empty, founder_name: applicant };
  const shown = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));
  return Object.fromEntries(
    Object.keys(empty).map((key) => [key, shown(application[key as keyof Answers])]),
  ) as Answers;
}

/** The form's lines in the format of the API. */
export function bodyOf(
  values: Answers,
): Omit<Answers, ListField | 'category'> & Record<ListField, string[]> & { category: Category } {
  return {
    ...values,
    category: values.category as Category,
    intended_scopes: wordsOf(values.intended_scopes),
    data_classes: wordsOf(values.data_classes),
  };
}

/** An incomplete slug is invalid: the API takes it whole or not at all. */
const SLUG = /^([a-z0-9]+(-[a-z0-9]+)*)?$/;

/** Delay from the last key to saving the input, ms. */
const PAUSE_MS = 3_000;

const PARTLY = texts.applyDraft.savedExceptErrors;

type Body = ReturnType<typeof bodyOf>;
type Saved = Pick<ApplicationView, 'id' | 'revision'>;
type Problems = ApplicationView['problems'];

export interface Draft {
  /** The server's values, shown while typing. */
  words: string;
  /** The server's verdict on an answer in the form; undefined while the server does not have this answer. */
  fieldState: (key: keyof Answers) => { problem: string | undefined } | undefined;
  /** Called with each change of the form; changes are saved after a pause. */
  follow: (values: Answers) => void;
  /** Saves changes at once. Never throws: unsaved changes are reported in `words`, and retried. */
  save: () => Promise<void>;
  /** Saves every answer, and throws the server's refusal. */
  saveAll: (answers: Partial<Body>) => Promise<Saved>;
  /** Discards the input; nothing of it is saved any more. */
  drop: () => void;
}

/**
 * The answers as a draft on the server, saved while they are written. One call follows the other, so that one application
 * is made and no save overtakes another. An answer that the server refuses is left out until it is another one.
 */
export function useDraft(application: ApplicationView | undefined, start: Answers): Draft {
  const client = useQueryClient();
  const saved = useRef<Saved | undefined>(application && { id: application.id, revision: application.revision });
  const kept = useRef(start);
  const typed = useRef(kept.current);
  /** Input that the server refused, until it changes. */
  const refused = useRef<Partial<Answers>>({});
  const dropped = useRef(false);
  const calls = useRef<Promise<unknown>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [problems, setProblems] = useState<Problems | undefined>(application?.problems);
  const [words, setWords] = useState<string>(application ? texts.applyDraft.saved : texts.applyDraft.savedAsYouType);

  const queued = <T>(work: () => Promise<T>): Promise<T> => {
    const next = calls.current.then(work);
    calls.current = next.catch(() => undefined);
    return next;
  };
  const send = async (answers: Partial<Body>): Promise<Saved & { problems: Problems }> => {
    const known = saved.current;
    const now = known
      ? await patch('/api/v1/applications/{id}', { path: { id: known.id } }, { ...answers, revision: known.revision })
      : await post('/api/v1/applications', {}, answers);
    saved.current = { id: now.id, revision: now.revision };
    // The first save makes the organisation: the person's rights have changed.
    if (!known) void client.invalidateQueries({ queryKey: [ME] });
    return now;
  };
  const changed = (): (keyof Answers)[] =>
    (Object.keys(typed.current) as (keyof Answers)[]).filter((key) => typed.current[key] !== kept.current[key]);
  const isUsable = (key: keyof Answers): boolean =>
    typed.current[key] !== refused.current[key] && (key !== 'drive_slug' || SLUG.test(typed.current.drive_slug.trim()));
  const saveChanged = async (): Promise<void> => {
    if (dropped.current) return;
    const values = { ...typed.current };
    const wanted = changed();
    const keys = wanted.filter(isUsable);
    if (keys.length === 0) {
      if (wanted.length > 0) setWords(PARTLY);
      return;
    }
    const body = bodyOf(values);
    try {
      const now = await send(Object.fromEntries(keys.map((key) => [key, body[key]])));
      for (const key of keys) kept.current = { ...kept.current, [key]: values[key] };
      setProblems(now.problems);
      setWords(keys.length === wanted.length ? texts.applyDraft.saved : PARTLY);
    } catch (error) {
      const named = error instanceof ApiError ? error.details.map(({ pointer }) => pointer.split('/')[1] ?? '') : [];
      const notTaken = keys.filter((key) => named.includes(key));
      if (error instanceof ApiError && error.status === 400 && notTaken.length > 0) {
        for (const key of notTaken) refused.current[key] = values[key];
        return saveChanged();
      }
      setWords(texts.applyDraft.notSavedYet);
    }
  };
  const save = (): Promise<void> => {
    clearTimeout(timer.current);
    return queued(() => saveChanged());
  };
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => () => void latest.current(), []);
  return {
    words,
    fieldState: (key) => {
      if (problems === undefined || typed.current[key] !== kept.current[key]) return undefined;
      const named = problems.filter(({ pointer }) => pointer.split('/')[1] === key);
      return { problem: named.length > 0 ? named.map(({ message }) => message).join(' ') : undefined };
    },
    follow: (values) => {
      if (typed.current === values) return;
      typed.current = values;
      if (changed().length === 0) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void latest.current(), PAUSE_MS);
    },
    save,
    drop: () => {
      dropped.current = true;
      clearTimeout(timer.current);
    },
    saveAll: (answers) => {
      clearTimeout(timer.current);
      const values = { ...typed.current };
      return queued(async () => {
        try {
          const now = await send(answers);
          kept.current = values;
          setProblems(now.problems);
          return now;
        } catch (error) {
          // When a colleague was faster, the page shows both, and the next attempt is made in the knowledge of both.
          if (saved.current && error instanceof ApiError)
            saved.current = { ...saved.current, revision: expectedRevision(saved.current.revision, error) };
          throw error;
        }
      });
    },
  };
}
