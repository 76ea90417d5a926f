/** Of a point in time, ISO 8601 text: for ApiProperty. */
export const instant = { format: 'date-time' } as const;

/** The same where there may be none. */
export const maybeInstant = { type: String, format: 'date-time', nullable: true } as const;

/** Of text where there may be none. */
export const maybeText = { type: String, nullable: true } as const;

/** Of a number where there may be none. */
export const maybeNumber = { type: Number, nullable: true } as const;

/** Of an object of any members. */
export const anyObject = { type: 'object', additionalProperties: true } as const;

/** The same where there may be none. */
export const maybeObject = { ...anyObject, nullable: true } as const;
