import { describe, expect, it } from 'vitest';
import { listBlindReasons } from '../../lib/jobs/blind-run.ts';
import type { TargetReport } from '../../lib/jobs/watch/report-turn.ts';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { failedParts } from '../../lib/service/failed-parts.ts';
import { lab } from '../support/builders/observation-builders.ts';

const other = projectTarget(null, ProjectId.parse('other'));
const overtaken = (target: TargetReport['target']): TargetReport => ({ kind: 'overtaken', target });
const turned = (failedBecause: string | null): TargetReport => ({
  kind: 'turned',
  target: lab,
  failedBecause,
  missing: [],
  unsupported: [],
  cloud: null,
  isWaiting: false,
});
const report = (...targets: readonly TargetReport[]) => ({ targets, failures: [], sawSome: true });

describe('invariant 18: the blindness of a run of watch', () => {
  it('is none where at least one target was seen, and none where there are no targets', () => {
    expect(listBlindReasons(report(turned(null), overtaken(other)))).toEqual([]);
    expect(listBlindReasons(report())).toEqual([]);
  });

  it('covers everything where no target could be processed', () => {
    expect(listBlindReasons(report(turned('down'), overtaken(other)))).toEqual([
      'none of 2 targets could be processed: down',
    ]);
  });

  it('includes a record that cannot be read, whatever else was seen', () => {
    expect(
      listBlindReasons(report(turned(null), { kind: 'unreadable', target: other, because: 'torn' })),
    ).toEqual([`${other}: torn`]);
  });

  it('includes every target where all of them lost their commit to other runs, and none where only one did', () => {
    expect(failedParts(report(overtaken(lab), overtaken(other))).map(({ target }) => target)).toEqual([
      lab,
      other,
    ]);
    expect(failedParts(report(turned(null), overtaken(other)))).toEqual([]);
  });
});
