import { aVm } from '../../../support/builders/observation-builders.ts';
import { on } from '../../../support/timeline.ts';
import {
  alert,
  announce,
  decide,
  erasing,
  erasingNow,
  erasingOrder,
  intent,
  order,
  perform,
  planned,
  type Refusal,
  rule,
} from './guard-inputs.ts';

const ageless = { resource: aVm({ createdAt: null }) };
const committed = { resource: aVm({ committedUntil: on('22 12:00') }) };
const unaccepted = { ...erasing, planned };
const unannouncedLoss = { ...erasing, alert };

/** Refusals of a stop that erases: its own guard, and those of a deletion. */
export const erasureRefusals: readonly Refusal[] = [
  [
    'erasure',
    'its stop erases its container disk, which the rule does not accept',
    announce(unaccepted),
    decide(unaccepted),
    perform({ ...erasingNow, planned: { ...planned, rule } }),
  ],
  [
    'erasure',
    'which its announcement did not name',
    decide(unannouncedLoss),
    decide({ ...erasing, erases: 'its volume disk' }),
    perform({ ...erasingNow, intent }),
    perform({ ...erasingNow, erases: 'its volume disk' }),
  ],
  [
    'erasure',
    'which its order did not name',
    order({ ...erasingOrder, order: order().order }),
    order({ ...erasingOrder, erases: 'its volume disk' }),
    perform({ erases: 'its container disk', intent: { ...intent, by: 'ada' } }),
  ],
  [
    'known-age',
    'the platform does not report when it was created',
    announce({ ...erasing, ...ageless }),
    decide({ ...erasing, ...ageless }),
    order({ ...erasingOrder, ...ageless }),
    perform({ ...erasingNow, ...ageless, intent: { ...erasingNow.intent, createdAt: null } }),
  ],
  [
    'commitment',
    'it is committed until 2026-11-22T12:00:00Z',
    announce({ ...erasing, ...committed }),
    decide({ ...erasing, ...committed }),
    order({ ...erasingOrder, ...committed }),
    perform({ ...erasingNow, ...committed }),
  ],
];
