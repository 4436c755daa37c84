import { expect, it } from 'vitest';
import type { Cloud } from '../../../lib/clouds/cloud.ts';
import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import type { CloudProfile } from '../../../lib/clouds/profile.ts';
import { runpodProfile } from '../../../lib/clouds/runpod/profile.ts';
import { diagnose } from '../../../lib/jobs/doctor/diagnose.ts';
import { examine } from '../../../lib/jobs/doctor/examine.ts';
import { unmetFindings } from '../../../lib/jobs/doctor/unmet-needs.ts';
import { unnamedConnection } from '../../../lib/jobs/ports.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { earlier, minutes, type Span } from '../../../lib/model/time/time.ts';
import { aRunwayRule } from '../../support/builders/account-rule-builders.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { anImage } from '../../support/builders/step-builders.ts';
import { aSample } from '../../support/builders/wire-builders.ts';
import { scriptedCloud } from '../../support/clouds/scripted-cloud.ts';
import { recordingClock } from '../../support/recording-clock.ts';
import { aCheckUp, aGoodCloud } from './a-check-up.ts';

const noCredit = 'it sends an invoice each month';
const noImages = 'its disks cannot be read from outside';
const policy = aPolicy({ rules: [aBudgetRule(), aRunwayRule(), anIdleRule()] });

/** Returns the same cloud with other capabilities. */
const declaring =
  (change: (own: CloudProfile) => Partial<CloudProfile>) =>
  (cloud: Cloud): Cloud => {
    const { checkUp } = cloud;
    const profile = { ...cloud.profile, ...change(cloud.profile) };
    return { ...cloud, profile, ...(checkUp && { checkUp: () => ({ ...checkUp(), profile }) }) };
  };
const ofRules = async (own: (cloud: Cloud) => Cloud, rules = policy) => {
  const { diagnosis } = await aCheckUp(aGoodCloud('lab'), { policy: rules, own });
  return diagnosis.findings.filter(({ id }) => id === 'rule-needs').map(({ what, found }) => [what, found]);
};

it('a cloud that supports everything the rules need causes no finding', async () => {
  expect(await ofRules((cloud) => cloud)).toEqual([]);
});

it('a rule that needs a fact which its cloud does not support is a gap, with the reason', async () => {
  const without = declaring(({ facts }) => ({ facts: { ...facts, credit: { unsupported: noCredit } } }));
  const { diagnosis } = await aCheckUp(aGoodCloud('lab'), { policy, own: without });
  expect(diagnosis.outcome).toBe('gaps');
  expect(await ofRules(without)).toEqual([
    [expect.stringMatching(/^rule "/), `needs credit, which the cloud does not support: ${noCredit}`],
  ]);
  expect(await ofRules(without, aPolicy({ rules: [aBudgetRule()] }))).toEqual([]);
});

it("a step that its cloud does not support on the rule's resources is a gap, with the reason", async () => {
  const rule = { ...anIdleRule(), then: [...anIdleRule().then, anImage()] };
  const without = declaring(({ actions }) => ({
    actions: { ...actions, image: { on: [], otherwise: noImages } },
  }));
  expect(await ofRules(without, aPolicy({ rules: [rule] }))).toEqual([
    [expect.any(String), `its step image is not supported by the cloud: ${noImages}`],
  ]);
});

it('an idle rule on gauges is a gap where polls are too far apart, and the remedy states how often to poll', () => {
  const needsOf = (every: Span) =>
    unmetFindings(aPolicy({ rules: [anIdleRule()] }), runpodProfile, null, every).map(({ remedy }) => remedy);
  expect(needsOf(minutes(5))).toEqual([]);
  expect(needsOf(minutes(10))).toEqual(['poll every 5 minutes (SPENDWATCH_POLL_INTERVAL=5m)']);
});

it('samples are compared with the figures that the cloud supports', async () => {
  const cpuAlone = { diskRdBytes: null, diskWrBytes: null, netRx: null, netTx: null };
  const answers = {
    ...aGoodCloud('lab'),
    monitorVm: () => [15, 10, 5, 0].map((ago) => ({ ...aSample(earlier(noon, minutes(ago))), ...cpuAlone })),
  };
  expect((await aCheckUp(answers)).finding('samples')).toMatchObject({
    state: 'no',
    found: expect.stringContaining('samples without network, disk'),
  });
  const own = declaring(() => ({ signals: ['cpu'] }));
  expect((await aCheckUp(answers, { own })).finding('samples')?.state).toBe('ok');
});

it('a cloud without checks is reported as such, and what the rules need from it is checked all the same', async () => {
  const { checkUp: _, ...cloud } = declaring(({ facts }) => ({
    facts: { ...facts, credit: { unsupported: noCredit } },
  }))(computeCloud(scriptedCloud({})));
  const intervals = defaultIntervals;
  const asked = { policy, intervals, projects: [], sample: 3 };
  const examination = await examine(
    { clock: recordingClock(noon), connection: unnamedConnection(cloud) },
    asked,
  );
  const { profile } = cloud;
  const standard = {
    policy,
    intervals,
    every: minutes(5),
    requestsPerMinute: 600,
    inFlight: 16,
    profile,
  };
  const { outcome, findings } = diagnose(examination, [], standard);
  expect(outcome).toBe('gaps');
  expect(findings.filter(({ state }) => state !== 'ok').map(({ id, found }) => [id, found])).toEqual([
    ['cloud', 'not checked: spendwatch has no checks for this cloud'],
    ['rule-needs', expect.stringContaining(noCredit)],
  ]);
});
