import { bounds } from '../defaults.ts';
import { orWord, spanForm } from '../fields/form.ts';
import { written } from '../fields/written-field.ts';

const { least, most } = bounds.repeat;

/** Returns the field for the time between repeated notifications of an alert; `null` for never. */
export const repeatField = (unlessWritten: string) =>
  written(orWord(spanForm, 'never', null), 'the time between repeated notifications, such as 24h, or never')
    .refine((span) => span === null || (span >= least && span <= most), {
      error: 'must be between 15 min and 366 d, or never',
    })
    .prefault(unlessWritten);
