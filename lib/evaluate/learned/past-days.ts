/** The number of days whose use at the same hour is weighed. */
export const daysBack = 14;
/** The weight of each day in proportion to that of the day after it. */
export const fade = 0.8;
/** The prior: 0.3 of a day of use, and as much of quiet. */
export const doubt = 0.3;
