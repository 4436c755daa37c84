import { getCloudProfile } from '../../clouds/profiles.ts';
import { givenNameFinder } from '../../decide/subjects.ts';
import type { Subject } from '../../model/ids.ts';
import { subjectParts } from '../../model/subject.ts';
import { subjectInWords } from '../../notify/parts/subject-in-words.ts';
import type { Head } from '../../state/head.ts';

const longestName = 80;

/** Names a subject in a sentence. */
export type SubjectNamer = (subject: Subject) => string;

/** Returns a function that names subjects with the names that people gave them and the words of their clouds. */
export function subjectNamer(heads: readonly Head[]): SubjectNamer {
  const nameOf = givenNameFinder(heads);
  const clouds = new Map(
    heads.map(({ target, observation }) => [target, getCloudProfile(observation?.cloud)]),
  );
  return (subject) => {
    const cloud = clouds.get(subjectParts(subject).target);
    return subjectInWords({ subject, name: nameOf(subject), cloud }, longestName);
  };
}
