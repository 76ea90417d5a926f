/** Days after an upgrade was offered on which operators who have not answered are reminded. */
export const REMIND_AFTER_DAYS = [7, 21] as const;
/** "Remind me later" means this many days later. */
export const SNOOZE_DAYS = 7;
