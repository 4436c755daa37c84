import { describe, expect, it } from 'vitest';
import { headsOf } from '../../lib/cli/names.ts';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { firstHead } from '../../lib/state/head.ts';
import { anObservation, lab } from '../support/builders/observation-builders.ts';

const polled = { ...firstHead(lab), observation: anObservation() };
const waiting = firstHead(projectTarget(null, ProjectId.parse('new-lab')));

describe('the projects of a command', () => {
  it('are those that match, or all without a name, polled or not', () => {
    expect(headsOf('lab', [polled, waiting])).toEqual([polled]);
    expect(headsOf('*lab', [polled, waiting])).toEqual([polled, waiting]);
    expect(headsOf(undefined, [waiting])).toEqual([waiting]);
  });

  it('are refused where no poll has shown them, since an empty answer would mean that nothing exists (invariant 20)', () => {
    expect(() => headsOf('new-*', [polled, waiting])).toThrow('--project new-lab has not been polled yet');
    expect(() => headsOf('lob', [polled, waiting])).toThrow('did you mean "lab"?');
  });
});
