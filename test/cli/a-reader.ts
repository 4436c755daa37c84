import type { Environment } from '../../lib/config/settings/environment.ts';
import { systemClock } from '../../lib/jobs/system-clock.ts';

/** The parts of a process that read the files of settings, with what they have written to the terminal. */
export function aReader(environment: Environment = {}, signal = new AbortController().signal) {
  const written: string[] = [];
  const stderr = { write: (text: string) => written.push(text) };
  return { environment, clock: systemClock, signal, stderr, written };
}
