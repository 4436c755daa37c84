import { bounds } from '../defaults.ts';
import { orWord, spanForm } from '../fields/form.ts';
import { written } from '../fields/written-field.ts';

const { least, most } = bounds.repeat;

/** After how long an alert is said again while it lasts; `null` for never. */
export const repeatField = (unlessWritten: string) =>
  written(orWord(spanForm, 'never', null), 'after how long it is told again, such as 24h, or never')
    .refine((span) => span === null || (span >= least && span <= most), {
      error: 'must be between 15 min and 366 d, or never',
    })
    .prefault(unlessWritten);
