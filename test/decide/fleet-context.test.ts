import { expect, it } from 'vitest';
import { surroundingsFrom } from '../../lib/decide/fleet-context.ts';
import type { ProjectObservation } from '../../lib/model/facts/observation.ts';
import { accountTarget, BillingAccountId, ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { aHead, anAccountSighting, aSighting, aVm, noon } from '../support/sighting-builders.ts';

const main = BillingAccountId.parse('main');
const account = aHead({ target: accountTarget(main), sighting: anAccountSighting() });
const project = (id: string) => projectTarget(ProjectId.parse(id));
const holding = (resources: ProjectObservation['resources'], missing: ProjectObservation['missing'] = []) =>
  aSighting({ account: main, resources, missing });

const lab = aHead({ target: project('lab'), sighting: holding([aVm({ activity: 'running' })]) });
const empty = aHead({ target: project('empty'), sighting: holding([]) });

it.each([
  ['whole, where all of them were seen', [account, lab], { counts: { vm: 1 }, isPartial: false }],
  ['nothing, of an account whose projects are empty', [account, empty], { counts: {}, isPartial: false }],
  ['nothing, of an account without projects', [account], { counts: {}, isPartial: false }],
  ['not known before the account was seen', [lab], { counts: { vm: 1 }, isPartial: true }],
  [
    'not known before each project was seen',
    [account, aHead({ target: project('new') })],
    { counts: {}, isPartial: true },
  ],
  [
    'not known whole while a part is missing',
    [account, { ...empty, sighting: holding([], [{ part: 'disks', because: 'a fault' }]) }],
    { counts: {}, isPartial: true },
  ],
  [
    'what was last seen, while a project cannot be',
    [account, { ...lab, misses: 1 }],
    { counts: { vm: 1 }, isPartial: true },
  ],
  [
    'without a project that is no more',
    [account, { ...lab, misses: 9, missScope: 'unlisted' as const }],
    { counts: {}, isPartial: false },
  ],
])('8. what an account holds is %s', (_, heads, belongings) => {
  const around = surroundingsFrom(heads, [], { rules: [], timezone: 'UTC' }, noon);
  expect(around(account.target).belongings).toEqual(belongings);
});
