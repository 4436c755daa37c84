import type { Clock, Log } from '../jobs/ports.ts';
import { isoInstant } from '../model/time/time.ts';
import { printable } from './printable.ts';

/** Writes each event as a line for a person: "2026-03-20 12:35:01Z  pass  seconds 1.2, turned 4". */
export function textLog(clock: Pick<Clock, 'now'>, write: (line: string) => void): Log {
  return (event, details = {}) => {
    const { because, ...figures } = details;
    const fields = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
    const at = isoInstant(clock.now())
      .replace('T', ' ')
      .replace(/\.\d+Z$/, 'Z');
    const lines = because === undefined ? [] : String(because).split('\n');
    const [first, ...more] = lines;
    const line = [at, event, fields.join(', '), first].filter((part) => part).join('  ');
    write([line, ...more.map((text) => `    ${text}`)].map((text) => `${printable(text)}\n`).join(''));
  };
}
