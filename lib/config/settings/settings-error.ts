import { counted } from '../../model/words.ts';
import { withoutKeys } from './may-be-key.ts';

export type SettingMistake = {
  /** The name of the variable, or of an option or argument of the command line. */
  readonly variable: string;
  /** The mistake and how to correct it; never the value, which may be a misplaced key. */
  readonly message: string;
};

/** Thrown for invalid settings, with every mistake in them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly mistakes: readonly SettingMistake[];

  constructor(mistakes: readonly SettingMistake[], options?: ErrorOptions) {
    const count = counted(mistakes.length, 'mistake');
    const lines = mistakes.map(({ variable, message }) => `${variable} ${message}`);
    const areOptions = mistakes.every(({ variable }) => /^[-<]/.test(variable));
    const place = areOptions ? 'command line' : 'settings';
    super(withoutKeys([`${count} in the ${place}`, ...lines].join('\n')), options);
    this.mistakes = mistakes;
  }
}

/** Returns the error of a single mistake. */
export const wrongSetting = (variable: string, message: string, options?: ErrorOptions): SettingsError =>
  new SettingsError([{ variable, message }], options);
