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

/** Returns the read value, or its mistakes, so that the mistakes of several reads can be reported together. */
export function orMistakes<Read>(read: () => Read): Read | SettingsError {
  try {
    return read();
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}

/** Returns an error whose mistakes name the places in a settings file instead of variables, as far as they are known. */
export function renamed(
  error: Error,
  placeOf: (variable: string) => string | undefined = () => undefined,
): Error {
  if (
    !(error instanceof SettingsError) ||
    error.mistakes.every(({ variable }) => placeOf(variable) === undefined)
  )
    return error;
  return new SettingsError(
    error.mistakes.map(({ variable, message }) => ({ variable: placeOf(variable) ?? variable, message })),
    { cause: error.cause },
  );
}
