import type { Settings } from '../../config/settings/settings.ts';
import { createFilteredLog, jsonLog } from '../log.ts';
import type { Log } from '../ports.ts';
import { systemClock } from '../system-clock.ts';

/** Returns the log of a Lambda function, at the level of its settings. */
export const functionLog = ({ logLevel }: Pick<Settings, 'logLevel'>): Log =>
  createFilteredLog(
    logLevel,
    jsonLog(systemClock, (line) => process.stdout.write(line)),
  );
