import * as z from 'zod';
import type { Recording, Track } from '../jobs/replay/recording.ts';
import { Observation } from '../model/facts/observation.ts';
import { TargetId } from '../model/ids.ts';
import { Rollup } from '../model/money/meter.ts';
import { Override } from '../state/override.ts';

/** A line of a recording file, as JSON; the first is a header. */
const Line = z.union([
  z.strictObject({ recording: z.literal('spendwatch'), version: z.literal(1) }),
  z.strictObject({ target: TargetId, observation: Observation }),
  z.strictObject({ target: TargetId, meter: Rollup }),
  z.strictObject({ override: Override }),
]);
type Line = z.infer<typeof Line>;

/** A file that is not a recording; the message names the line. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

/** Writes a recording as JSON Lines. */
export function* formatRecordingLines({ tracks, overrides }: Recording): Generator<string> {
  const line = (content: Line): string => `${JSON.stringify(z.encode(Line, content))}\n`;
  yield line({ recording: 'spendwatch', version: 1 });
  for (const override of overrides) yield line({ override });
  for (const { target, observations, meters } of tracks) {
    for (const meter of meters) yield line({ target, meter });
    for (const observation of observations) yield line({ target, observation });
  }
}

/** Reads a recording from JSON Lines. @throws RecordingError */
export function readRecordingLines(text: string): Recording {
  const tracks = new Map<TargetId, { observations: Observation[]; meters: Rollup[] }>();
  const overrides: Override[] = [];
  const getOrCreateTrack = (target: TargetId) => {
    const track = tracks.get(target) ?? { observations: [], meters: [] };
    tracks.set(target, track);
    return track;
  };
  const [first, ...others] = text.split('\n').map(readLine);
  if (first == null || !('recording' in first))
    throw new RecordingError('line 1: not a spendwatch recording');
  for (const line of others) {
    if (line === null || 'recording' in line) continue;
    if ('override' in line) overrides.push(line.override);
    else if ('meter' in line) getOrCreateTrack(line.target).meters.push(line.meter);
    else getOrCreateTrack(line.target).observations.push(line.observation);
  }
  return { tracks: [...tracks].map(sorted), overrides };
}

const sorted = ([target, { observations, meters }]: [TargetId, Omit<Track, 'target'>]): Track => ({
  target,
  observations: observations.toSorted((left, right) => left.at - right.at),
  meters,
});

function readLine(text: string, index: number): Line | null {
  if (text.trim() === '') return null;
  try {
    return Line.parse(JSON.parse(text));
  } catch (cause) {
    throw new RecordingError(`line ${index + 1}: not a valid line of a recording`, { cause });
  }
}
