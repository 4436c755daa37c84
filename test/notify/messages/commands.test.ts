import { describe, expect, it } from 'vitest';
import { RuleName, Subject } from '../../../lib/model/ids.ts';
import {
  approve,
  command,
  explain,
  keep,
  silence,
  subjectForCommand,
} from '../../../lib/notify/parts/commands.ts';

const rule = RuleName.parse('forgotten machines');
const about = (subject: string) => ({ subject: Subject.parse(subject), rule });
const train = about('project/ml-infra/vm/train-7b');

describe('a command', () => {
  it('names a subject in as few words as identify it', () => {
    expect(explain(train)?.line).toBe('spendwatch explain ml-infra/vm/train-7b');
    expect(explain(about('account/main'))?.line).toBe('spendwatch explain account/main');
    expect(explain(about('group/research budget'))?.line).toBe("spendwatch explain 'group/research budget'");
  });

  it.each([
    ['project/a/vm/b', 'a/vm/b'],
    ['project/a/vm/b/c', 'project/a/vm/b/c'],
    ['project/a/b/vm/c', 'project/a/b/vm/c'],
    ['project/-x/vm/y', 'project/-x/vm/y'],
    ['project/a', 'project/a'],
  ])('names %s %s, which cannot be read as an option', (subject, name) => {
    expect(subjectForCommand(Subject.parse(subject))).toBe(name);
  });

  it('names the rule whose action it approves', () => {
    expect(approve({ ...train, action: 'stop' })?.line).toBe(
      "spendwatch approve ml-infra/vm/train-7b --rule 'forgotten machines' --reason agreed",
    );
    expect(approve({ ...train, action: 'terminate' })?.line).toBe(
      "spendwatch approve ml-infra/vm/train-7b --rule 'forgotten machines' --action terminate --reason agreed",
    );
  });

  it.each(['a\nb', 'a\u001b[2Jb', '\u202eb', 'a`b', 'a  b', 'a ', 'x'.repeat(300)])(
    'is not offered for %j, which cannot be shown unchanged',
    (name) => {
      expect(explain(about(`project/p/vm/${name}`))).toBeNull();
      expect(command('try', name)).toBeNull();
    },
  );

  it.each(['a*', 'a?'])('that takes a glob is not offered for %s, which would match others too', (name) => {
    const glob = about(`project/p/vm/${name}`);
    expect(keep(glob)).toBeNull();
    expect(silence(glob)).toBeNull();
    expect(explain(glob)).not.toBeNull();
    expect(silence({ ...train, rule: RuleName.parse(name) })).toBeNull();
  });
});
