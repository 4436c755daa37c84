import { partMeanings } from '../../clouds/part-meanings.ts';
import { unsupportedAction } from '../../clouds/profile.ts';
import { erasedByRest, findActionEffect } from '../../clouds/profiles.ts';
import { isCommitted } from '../../model/facts/commitment.ts';
import { unknownGpus } from '../../model/facts/usage.ts';
import { capitalized, formatShortList, joined } from '../../model/words.ts';
import { effectText } from '../../notify/parts/effect-text.ts';
import type { Block, Names } from './rule-blocks.ts';
import { type Survey, seenOf } from './survey.ts';
import { globFor } from './yaml-text.ts';

/** Returns rules on idle machines, unused resources and their age. */
export const resourceBlocks = (survey: Survey, name: Names): Block[] => [
  ...idleBlocks(survey, name),
  {
    why: [`Resources that are billed but not used: ${joined(unusedIn(survey))}.`],
    lines: [`- { name: ${name('unused resources')}, waste: all, after: 24h }`],
  },
  ...commitmentBlocks(survey, name),
  ...(survey.cloud.usage.ofGpus ? endBlocks(survey, name) : reviewBlocks(survey, name)),
];

/** Returns the cloud's own word for its VMs. */
const vmsOf = ({ cloud }: Survey): string => partMeanings[cloud.name].project.vms?.what ?? 'VMs';

const learns = [
  'VMs that are unlikely to be used in the next 8 hours, judged by their own history; on their first day, VMs idle for 12 hours.',
  'docs/idle.md shows how often this prediction is wrong.',
];
const fixed = [
  'VMs that were idle for 12 hours. No usage samples could be read; without them, no VM counts as idle.',
];

function idleBlocks(survey: Survey, name: Names): Block[] {
  const vms = seenOf(survey, 'vm');
  const withGpus = vms.filter(({ gpus }) => gpus > 0);
  const { as: usage, ofGpus } = survey.cloud.usage;
  if (!ofGpus && vms.length === withGpus.length) return [];
  const isLearned = usage === 'series' && survey.hasSamples;
  const noun = vmsOf(survey);
  const gauged = [
    `${capitalized(noun)} that no reading showed in use for 12 hours (with GPUs: 6 hours, without a change of GPU memory use).`,
    'Each reading covers one moment, so short bursts of work can be missed: exclude what must stay up, or require approval.',
  ];
  const names = formatShortList(withGpus.map(({ id }) => id));
  const { because, remedy } = unknownGpus(true);
  return [
    {
      why: [
        ...(usage === 'gauges' ? gauged : isLearned ? learns : fixed),
        ...(withGpus.length > 0 && !ofGpus
          ? [`${names} cannot be judged: ${because}. ${capitalized(remedy)}.`]
          : []),
        ['Nothing is stopped under mode: observe.', ...effectText(survey.cloud, 'stop', 'vm')].join(' '),
      ],
      lines: [
        `- name: ${name(`idle ${noun}`)}`,
        ...(isLearned ? ['  idle: learned', '  risk: 5%'] : ['  idle: 12h']),
        ...(ofGpus ? ['  gpu-window: 6h', '  below: { cpu: 10%, gpu: 5% }'] : ['  match: { gpus: 0 }']),
        '  then:',
        '    - stop: after 1h # from the delivery of the announcement',
        ...acceptedLoss(survey, '      '),
        ...laterSteps(survey),
      ],
    },
  ];
}

/** Returns the line by which a stop may erase something, where it does. */
function acceptedLoss({ cloud }: Survey, indent: string): string[] {
  const erases = erasedByRest(cloud, 'stop', { kind: 'vm' });
  return erases === null
    ? []
    : [`${indent}may-erase: true # ${erases}; without this line, nothing is stopped`];
}

function laterSteps(survey: Survey): string[] {
  const { cloud } = survey;
  const noun = vmsOf(survey);
  if (unsupportedAction(cloud, 'image', 'vm') === null)
    return [
      `    # Deletion ends the charge. Remove the # to image and delete stopped ${noun}.`,
      '    # - image: after 7d # if still stopped',
      '    # - { terminate: after 8d, approve: required } # if the image is ready and a person approves',
    ];
  if (unsupportedAction(cloud, 'terminate', 'vm') !== null) return [];
  const erases = findActionEffect(cloud, 'terminate', { kind: 'vm' })?.erases ?? 'its data';
  return [
    `    # Deletion ends the rest of the charge. Remove the # to delete stopped ${noun}.`,
    `    # - { terminate: after 8d, without-image: true, approve: required } # ${erases}; if a person approves`,
  ];
}

function unusedIn(survey: Survey): string[] {
  const { disks, images } = partMeanings[survey.cloud.name].project;
  return [
    `stopped ${vmsOf(survey)}`,
    ...(disks ? ['detached disks'] : []),
    'failed resources',
    ...(images ? ['old images'] : []),
    ...(survey.cloud.showsUseOfVolumes ? ['unmounted volumes'] : []),
  ];
}

function commitmentBlocks({ projects, at }: Survey, name: Names): Block[] {
  const committed = projects.flatMap(({ resources }) =>
    resources.filter((resource) => isCommitted(resource, at) || resource.expiresAt !== null),
  );
  if (committed.length === 0) return [];
  return [
    {
      why: [`Alerts before a commitment ends or a VM expires; ${committed.length} found.`],
      lines: [`- { name: ${name('commitments')}, commitment: [30d, 7d, 1d] }`],
    },
  ];
}

/** Returns a rule that gives each VM an end, and an example of hours. */
function endBlocks(survey: Survey, name: Names): Block[] {
  const noun = vmsOf(survey);
  const stop = (after: string) =>
    `[{ stop: after ${after}${erasedByRest(survey.cloud, 'stop', { kind: 'vm' }) === null ? '' : ', may-erase: true'} }]`;
  return [
    {
      why: [
        `An age limit for all ${noun}: alerts when one is 14 days old. spendwatch keep exempts one for as long as you set.`,
      ],
      lines: [
        `- name: ${name(`old ${noun}`)}`,
        '  lifetime: 14d',
        '  match: { kind: vm }',
        '  repeat: 7d',
        `  # Remove the # to stop these ${noun}, a day after the announcement.`,
        `  # then: ${stop('24h')}`,
      ],
    },
    {
      why: [
        `Working hours: ${noun} that run outside working hours are stopped. Remove the # and set your own hours.`,
        `- { name: ${name('office hours')}, schedule: [Mon-Fri 08:00-19:00], match: { kind: vm, name: "notebook*" }, then: ${stop('30m')} }`,
      ],
      lines: [],
    },
  ];
}

/** Returns examples of rules on the age of VMs whose GPU use no source reports. */
function reviewBlocks(survey: Survey, name: Names): Block[] {
  const withGpus = seenOf(survey, 'vm').filter(({ gpus }) => gpus > 0);
  if (withGpus.length === 0) return [];
  const models = [...new Set(withGpus.flatMap(({ gpuModel }) => gpuModel ?? []))];
  return [
    {
      why: [
        'VMs with GPUs can be reviewed by age instead. Remove the # to be alerted.',
        ...models.map(
          (model) =>
            `- { name: ${name(`old ${model}`)}, lifetime: 7d, match: { kind: vm, gpu-model: ${globFor(model)} } }`,
        ),
      ],
      lines: [],
    },
  ];
}
