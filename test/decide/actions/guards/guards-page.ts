import type { Phase } from '../../../../lib/decide/actions/guards/guard-input.ts';
import type { Guard } from '../../../../lib/decide/actions/guards/guards.ts';

/** What each phase comes before. */
const phases: Readonly<Record<Phase, string>> = {
  announce: 'people are told of a breach and of the action that comes of it',
  decide: 'an action that was announced becomes an intent',
  order: 'an order of a person becomes an intent',
  start: 'a start at the beginning of its hours becomes an intent',
  claim: 'a run takes an intent up',
  perform: 'the platform is asked, once the resource was read again',
};

/** The invariants about actions, by their numbers. */
const invariants: Readonly<Record<number, string>> = {
  1: 'nothing destructive rests on unknown, suspect, partial or stale facts',
  2: 'nothing destructive happens before its own announcement was delivered and the grace period has passed',
  3: 'a protected, kept or too young resource is never touched, nor is a committed one deleted',
  4: 'a run that would pass the caps does nothing; they are held against all its actions together, in `lib/decide/actions/caps.ts`',
  5: 'a resource is read again just before the action, which is cancelled where it changed or is busy again',
  6: 'a decision is carried out once at most, and never on a VM started after it; an intent is claimed before it is asked, in `lib/decide/actions/changed-head.ts`',
  7: 'what a person started by hand is not stopped again by the same rule for a while',
  13: 'nothing destructive happens without `mode: enforce`, nor early, nor while it is paused',
  16: 'nothing destructive happens unless somebody could have heard of it',
  25: 'what a person answered before a request goes out holds for that request',
  30: 'a boot since the announcement answers it: twice for an idle rule, whose window begins anew, and once for another, which announces its stop anew',
};

/** What each guard protects. */
const protects: Readonly<Record<string, string>> = {
  expired: 'Nothing begins on a decision whose time is over.',
  clock: 'Nothing begins that a clock far ahead has dated.',
  identity: 'Another resource that has taken the name is left alone.',
  restart: 'A VM that was started after the decision, or after its stop was announced, is left running.',
  protection:
    'What people keep, what the policy protects and what is too young is not touched; protection that cannot be read is protection.',
  pause: 'Nothing is done where a person has paused all actions.',
  'at-rest': 'What rests by itself is not stopped, and what was announced of it counts no longer.',
  'long-ago': 'An announcement that nobody remembers does not count.',
  'whole-poll': 'Nothing is decided on a poll that lacks a part of what the decision rests on.',
  state: 'Only what is seen running is stopped, and only what is seen at rest is started, imaged or deleted.',
  'whole-record': 'What cannot be read of a record may keep the resource from being stopped or deleted.',
  'known-age': 'What may be another resource of the same name is not deleted, nor stopped where that erases.',
  commitment: 'What is committed is not deleted before its commitment ends, nor stopped where that erases.',
  erasure:
    'A stop erases only what its rule accepts, and what its announcement or the person who ordered it named.',
  'cool-off':
    'What a person started by hand is not stopped again by the same rule until its cool-off or its next hours.',
  policy: 'The policy in force asks for the action, and its rule and its step enforce it.',
  'business-hours': 'No rule stops or deletes anything in business hours.',
  'ordered-start': 'What a person ordered to be started since the decision is left running.',
  announced: 'An action is announced first, on a route with a confirmed receiver.',
  answer:
    "A person's no ends the action, and an action that needs a yes waits for it, and lapses without it.",
  terms: 'What was announced to wait for a yes is announced anew where the policy no longer asks for one.',
  silence: 'An alert that a person has silenced since the decision causes no action.',
  grace: 'The grace period passes between the delivery of the announcement and the action.',
  tries: 'An action that failed five times is left to people.',
  retry: 'An action that did not work is tried again only after a pause.',
  match: 'The rule in force still matches the resource as it is now.',
  image: 'What needs an image first is deleted only while that image is ready.',
  cause:
    'What a stop was decided for still holds: no sign of life, every signal that the VM ever had is fresh, and the same hours, lifetime and period of a budget.',
  'on-its-way': 'Nothing is decided of a resource that has an intent already.',
};

const names = (phases: object): Phase[] => Object.keys(phases) as Phase[];

/** Writes the guards as a table for people. @throws TypeError for a guard without a sentence */
export function guardsPage(guards: readonly Guard[]): string {
  const columns = names(phases);
  const rows = guards.map((guard) => {
    const sentence = protects[guard.name];
    if (sentence === undefined) throw new TypeError(`nothing says what ${guard.name} protects`);
    const cells = columns.map((phase) => (guard.phases.includes(phase) ? '●' : ''));
    const name = guard.withdraws ? `${guard.name} ↩` : guard.name;
    return [name, ...cells, guard.invariants.join(', '), sentence].join(' | ');
  });
  return [
    '# Guards',
    '',
    'May this be done to that resource? Each phase asks the guards that are marked in its column, from above, and the first',
    'objection is told. Made from `lib/decide/actions/guards/guards.ts`; a test shows for every mark a case that only that',
    'guard refuses. ↩ marks guards that withdraw the announcement too: when the action may come after all, people are told anew.',
    '',
    ...columns.map((phase) => `- **${phase}**: before ${phases[phase]}`),
    '',
    'The invariants that they serve:',
    '',
    ...Object.entries(invariants).map(([number, sentence]) => `- **${number}**: ${sentence}`),
    '',
    `| guard | ${columns.join(' | ')} | invariants | protects |`,
    `| ${'--- | '.repeat(columns.length + 3).trim()}`,
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}
