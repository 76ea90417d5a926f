import type { Experimental_DefaultFormStateBehavior } from '@rjsf/utils';

/** An optional list stays absent until somebody adds an entry; prefilled, its least entries would have to be filled in. */
export const formDefaults: Experimental_DefaultFormStateBehavior = {
  arrayMinItems: { populate: 'requiredOnly' },
};
