import { describe, expect, it } from 'vitest';
import { getCloudProfile } from '../../../lib/clouds/profiles.ts';
import { ConnectionName } from '../../../lib/model/connection-name.ts';
import { toResourceSubject } from '../../../lib/model/facts/resource.ts';
import { ProjectId, projectTarget, ResourceId, Subject } from '../../../lib/model/ids.ts';
import { shortSubject, subjectParts } from '../../../lib/model/subject.ts';
import { formatHeadline } from '../../../lib/notify/parts/headline.ts';
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
])('the subject %s is written %j', (subject, expected) => {
  expect(subjectInWords({ subject: Subject.parse(subject) }, 50)).toBe(expected);
});

describe('a pod with a name', () => {
  const pod = {
    subject: Subject.parse('project@eu/pods/vm/x4b6n3yh8s'),
    name: 'llama-serve',
    cloud: getCloudProfile('runpod'),
  };

  it('is called by its name, with its id, and by the term that its cloud uses', () => {
    expect(subjectInWords(pod, 50)).toBe('pod llama-serve (x4b6n3yh8s) in project pods (eu)');
    expect(subjectInWords({ ...pod, cloud: null }, 50)).toBe(
      'VM llama-serve (x4b6n3yh8s) in project pods (eu)',
    );
  });

  it.each([
    ['idle', 'pod llama-serve (x4b6n3yh8s) in pods (eu): idle'],
    [
      'idle at 6.39 USD/h (estimate), will be stopped if ok',
      'pod llama-serve in pods (eu): idle at 6.39 USD/h (estimate), will be stopped if ok',
    ],
  ])('keeps its name in a headline, and loses its id first: %s', (happening, headline) => {
    expect(formatHeadline(pod, happening)).toBe(headline);
  });
});

it('the parts of a subject are those that it was made from', () => {
  const subject = toResourceSubject(projectTarget(null, ProjectId.parse('ml-infra')), {
    kind: 'vm',
    id: ResourceId.parse('a/vm/b'),
  });
  expect(subjectParts(subject)).toEqual({
    scope: 'project',
    connection: null,
    name: 'ml-infra',
    shown: 'ml-infra',
    target: 'project/ml-infra',
    resource: { kind: 'vm', id: 'a/vm/b' },
  });
});

it.each([
  ['project/lab', 'lab'],
  ['project@eu/lab', 'lab (eu)'],
  ['project@eu/lab/vm/train-7b', 'lab/train-7b (eu)'],
  ['account@eu/main', 'account main (eu)'],
])('the short name of %s is %j', (subject, expected) => {
  expect(shortSubject(Subject.parse(subject))).toBe(expected);
});

it('the parts of a subject of a connection are found whatever its names contain', () => {
  const target = projectTarget(ConnectionName.parse('eu'), ProjectId.parse('a/vm/b@c'));
  const subject = toResourceSubject(target, { kind: 'vm', id: ResourceId.parse('x') });
  expect(subjectParts(subject).connection).toBe('eu');
  expect(subjectInWords({ subject: Subject.parse('project@eu/lab/vm/train-7b') }, 50)).toBe(
    'VM train-7b in project lab (eu)',
  );
});
