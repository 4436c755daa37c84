import * as z from 'zod';
import type { Recording, Track } from '../jobs/replay/recording.ts';
import { Sighting } from '../model/facts/observation.ts';
import { TargetId } from '../model/ids.ts';
import { Rollup } from '../model/money/meter.ts';
import { Instruction } from '../model/override.ts';

/** One line of a recording in a file, as JSON; the first says what it is. */
const Line = z.union([
  z.strictObject({ recording: z.literal('spendwatch'), version: z.literal(1) }),
  z.strictObject({ target: TargetId, sighting: Sighting }),
  z.strictObject({ target: TargetId, meter: Rollup }),
  z.strictObject({ instruction: Instruction }),
]);
type Line = z.infer<typeof Line>;

/** The file is not a recording; the message names the line. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

/** A recording as JSON Lines. */
export function* linesOf({ tracks, instructions }: Recording): Generator<string> {
  const line = (content: Line): string => `${JSON.stringify(z.encode(Line, content))}\n`;
  yield line({ recording: 'spendwatch', version: 1 });
  for (const instruction of instructions) yield line({ instruction });
  for (const { target, sightings, meters } of tracks) {
    for (const meter of meters) yield line({ target, meter });
    for (const sighting of sightings) yield line({ target, sighting });
  }
}

/** @throws RecordingError */
export function recordingIn(text: string): Recording {
  const tracks = new Map<TargetId, { sightings: Sighting[]; meters: Rollup[] }>();
  const instructions: Instruction[] = [];
  const trackOf = (target: TargetId) => {
    const track = tracks.get(target) ?? { sightings: [], meters: [] };
    tracks.set(target, track);
    return track;
  };
  const [first, ...others] = text.split('\n').map(readLine);
  if (first == null || !('recording' in first))
    throw new RecordingError('line 1: this is no recording of spendwatch');
  for (const line of others) {
    if (line === null || 'recording' in line) continue;
    if ('instruction' in line) instructions.push(line.instruction);
    else if ('meter' in line) trackOf(line.target).meters.push(line.meter);
    else trackOf(line.target).sightings.push(line.sighting);
  }
  return { tracks: [...tracks].map(sorted), instructions };
}

const sorted = ([target, { sightings, meters }]: [TargetId, Omit<Track, 'target'>]): Track => ({
  target,
  sightings: sightings.toSorted((left, right) => left.at - right.at),
  meters,
});

function readLine(text: string, index: number): Line | null {
  if (text.trim() === '') return null;
  try {
    return Line.parse(JSON.parse(text));
  } catch (cause) {
    throw new RecordingError(`line ${index + 1}: it cannot be read as a line of a recording`, { cause });
  }
}
