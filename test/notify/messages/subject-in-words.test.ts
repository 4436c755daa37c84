import { expect, it } from 'vitest';
import { subjectOf } from '../../../lib/model/facts/resource.ts';
import { ProjectId, ResourceId, Subject } from '../../../lib/model/ids.ts';
import { subjectParts } from '../../../lib/model/subject.ts';
import { subjectInWords } from '../../../lib/notify/parts/subject-in-words.ts';

it.each([
  ['project/ml-infra', 'project ml-infra'],
  ['account/main', 'billing account main'],
  ['project/ml-infra/vm/train-7b', 'VM train-7b in project ml-infra'],
  ['project/ml-infra/machine/rack-4', 'machine rack-4 in project ml-infra'],
  ['project/ml-infra/volume/data', 'volume data in project ml-infra'],
  ['project/ml-infra/cluster-machine/node-1', 'cluster machine node-1 in project ml-infra'],
  ['group/research budget', 'the projects of research budget'],
  ['account/a/vm/b', 'billing account a/vm/b'],
  ['project/a/b', 'project a/b'],
])('the subject %s is %j', (subject, expected) => {
  expect(subjectInWords(Subject.parse(subject), 50)).toBe(expected);
});

it('the parts of a subject are what it was made of', () => {
  const subject = subjectOf(ProjectId.parse('ml-infra'), { kind: 'vm', id: ResourceId.parse('a/vm/b') });
  expect(subjectParts(subject)).toEqual({
    scope: 'project',
    name: 'ml-infra',
    target: 'project/ml-infra',
    resource: { kind: 'vm', id: 'a/vm/b' },
  });
});
