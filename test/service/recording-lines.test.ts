import { expect, it } from 'vitest';
import {
  formatRecordingLines,
  RecordingError,
  readRecordingLines,
} from '../../lib/service/recording-lines.ts';
import { anObservation, lab, noon, usageUntil } from '../support/builders/observation-builders.ts';

const first = '{"recording":"spendwatch","version":1}\n';

it.each([
  ['', 'line 1: not a spendwatch recording'],
  ['{"target":"project/lab"}\n', 'line 1: not a valid line of a recording'],
  [`${first}\n{"target":`, 'line 3: not a valid line'],
  [first.replace('1}', '2}'), 'line 1: not a valid line'],
])('a file that is not a recording is refused with the line: %j', (text, because) => {
  expect(() => readRecordingLines(text)).toThrow(RecordingError);
  expect(() => readRecordingLines(text)).toThrow(because);
});

it('a recording is read as it was written, whatever the order of its lines', () => {
  const observations = [anObservation({ usage: [usageUntil(noon, [1, 'missing', 2.5])] })];
  const recording = { tracks: [{ target: lab, observations, meters: [] }], overrides: [] };
  const [head = '', ...lines] = formatRecordingLines(recording);
  expect(readRecordingLines([head, ...lines.toReversed(), '\n'].join(''))).toEqual(recording);
});
